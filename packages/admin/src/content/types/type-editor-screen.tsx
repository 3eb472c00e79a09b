// The editor of a type: its names, access and fields.

import type { ChangedPostType, PostType, PostTypeChange, Tagged } from '@frontdesk/client';
import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { typeQuery } from '../../api/types-query.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { changedMembers, saveUnlessChanged } from '../../ui/save-changes.ts';
import { NotSaved } from '../../ui/saving.ts';
import { toastError, toastSuccess, toastUndo } from '../../ui/toast.tsx';
import { LastTypeChange, undoChange } from './last-type-change.tsx';
import { useType } from './site-types.ts';
import { TypeForm } from './type-form.tsx';
import { convertsValues, TypePlan, touchesItems } from './type-plan.tsx';
import { typeChangeOf, typeValuesOf } from './type-values.ts';
import { UnknownType } from './unknown-type.tsx';

export function TypeEditorScreen() {
  const { type: name } = useParams({ strict: false }) as { type: string };
  const { type: listed, error, refetch } = useType(name);
  const { data: type, error: readError } = useQuery({ ...typeQuery(listed?.name ?? ''), enabled: !!listed });
  const { may } = useMe();
  const navigate = useNavigate();
  // The form begins anew with what the type is then.
  const [undone, setUndone] = useState(0);
  const onUndone = () => setUndone((count) => count + 1);
  if ((error ?? readError) && !type) return <ErrorState error={error ?? readError} retry={refetch} />;
  if (listed === null) return <UnknownType name={name} />;
  if (!type) return <PageHeader title=" " />;

  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: `Delete type “${type.label}”?`,
      children: 'Only a type without items can be deleted, including items in the trash. This cannot be undone.',
      confirm: 'Delete type',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.types.delete(type.name);
      toastSuccess(`Type “${type.label}” deleted`);
      await navigate({ to: '/types', ignoreBlocker: true });
      await queries.invalidateQueries({ queryKey: ['types'] });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <PageHeader
        title={type.label}
        back={<TextLink to="/types">Content types</TextLink>}
        actions={
          <>
            <ButtonLink to="/content/$type" params={{ type: type.name }} variant="default">
              View items
            </ButtonLink>
            {!type.builtIn && may('content:write') && (
              <Button variant="default" onClick={remove}>
                Delete type
              </Button>
            )}
          </>
        }
      />
      <TypeForm
        key={`${type.name} ${undone}`}
        initial={typeValuesOf(type)}
        type={type}
        submit="Save"
        send={async (values, stored) => {
          const opened = stored ?? type;
          const change = changedMembers(typeChangeOf(typeValuesOf(opened)), typeChangeOf(values));
          const saved = await saveUnlessChanged({
            name: 'type',
            opened,
            read: () => api.types.get(type.name),
            save: (ifMatch) => saveType(type, change, ifMatch),
          });
          if (saved.change?.undoable) toastUndo('Type saved', () => undoChange(type, onUndone));
          else toastSuccess('Type saved');
          await queries.invalidateQueries({ queryKey: ['types'] });
          return saved;
        }}
      />
      {may('content:write') && (
        <Box mt="md">
          <LastTypeChange type={type} onUndone={onUndone} />
        </Box>
      )}
    </>
  );
}

/**
 * Saves a type. If that means something for its items, the user sees the plan first. Throws NotSaved if they do not agree
 * with it.
 */
async function saveType(
  { name, label, fields }: PostType,
  change: PostTypeChange,
  ifMatch: string,
): Promise<Tagged<ChangedPostType>> {
  let allowDestructive = false;
  if (change.fields) {
    const { plan } = await api.types.update(name, change, { dryRun: true, ifMatch });
    if (plan && touchesItems(plan)) {
      const isSure = await askToConfirm({
        title: `Save type “${label}”?`,
        children: <TypePlan type={name} plan={plan} fields={[...change.fields, ...fields]} />,
        confirm: convertsValues(plan) ? 'Convert values and save' : 'Save type',
        size: 'lg',
      });
      if (!isSure) throw new NotSaved();
      allowDestructive = true;
    }
  }
  return api.types.update(name, change, { ifMatch, ...(change.fields ? { convert: true, allowDestructive } : {}) });
}
