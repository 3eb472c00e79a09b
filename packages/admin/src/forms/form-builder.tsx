// The builder: fields and settings on one side, the form as visitors will see it on the other.

import { type Form, FrontdeskError, type Tagged } from '@frontdesk/client';
import { Alert, Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { useDraft } from '../ui/draft.ts';
import { formatNumber } from '../ui/format.ts';
import { ButtonLink, TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toastDone, toastError } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';
import { FieldList } from './field-list.tsx';
import classes from './form-builder.module.css';
import { formChangeOf, formDraftOf } from './form-draft.ts';
import { FormPreview } from './form-preview.tsx';
import { FormSettings } from './form-settings.tsx';
import { PageLink } from './page-link.tsx';

export function FormBuilder({ initial }: { initial: Tagged<Form> }) {
  const { may } = useMe();
  const navigate = useNavigate();
  const [stored, setStored] = useState(initial);
  const draft = useDraft(formDraftOf(initial));
  const [view, setView] = useState('build');
  const guard = useUnsavedGuard(draft.isDirty);
  const take = (form: Tagged<Form>, keys: string[]): void => {
    setStored(form);
    draft.reset(formDraftOf(form, keys));
  };
  const saving = useSaving({
    save: () => api.forms.update(stored.id, formChangeOf(draft.values, stored), { ifMatch: stored.etag }),
    onSaved: (form) => {
      take(
        form,
        draft.values.fields.map(({ key }) => key),
      );
      queries.invalidateQueries({ queryKey: ['forms'] });
      toastDone('The form is saved');
    },
  });
  // What concerns no single input stands on top of the form, and the person may be far down.
  const build = useRef<HTMLDivElement>(null);
  const isGeneral = saving.error !== null && saving.faults.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer of the server scrolls, not the mending
  useEffect(() => {
    if (isGeneral) build.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [saving.error]);
  const isStale = saving.error instanceof FrontdeskError && saving.error.status === 412;
  const loadNewest = async (): Promise<void> => {
    try {
      take(await api.forms.get(stored.id), []);
      saving.clear();
    } catch (error) {
      toastError(error);
    }
  };
  const remove = async (): Promise<void> => {
    const count = stored.submissionCount ?? 0;
    const isSure = await askToConfirm({
      title: `Delete “${stored.name}”?`,
      children:
        count > 0
          ? `Its ${formatNumber(count)} submissions and their files are deleted with it. Payments stay.`
          : 'Its page stops working at once.',
      confirm: 'Delete the form',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.forms.delete(stored.id, { force: true });
      guard.letGo();
      await navigate({ to: '/forms' });
      queries.invalidateQueries({ queryKey: ['forms'] });
      toastDone('The form is deleted');
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <>
      <PageHeader
        title={stored.name}
        back={<TextLink to="/forms">Forms</TextLink>}
        aside={<StatusBadge status={stored.open ? 'open' : 'closed'} />}
        actions={
          <>
            <ButtonLink
              to="/forms/$form/submissions"
              params={{ form: stored.id }}
              variant="default"
              leftSection={<IconInbox size={18} aria-hidden />}
            >
              Submissions
            </ButtonLink>
            {stored.public && <PageLink form={stored} />}
          </>
        }
      />
      <SegmentedControl
        className={classes.switch}
        fullWidth
        mb="md"
        aria-label="What to show"
        data={[
          { value: 'build', label: 'Build' },
          { value: 'preview', label: 'Preview' },
        ]}
        value={view}
        onChange={setView}
      />
      <div className={classes.columns} data-view={view}>
        <div className={classes.build} ref={build}>
          <SaveForm
            saving={saving}
            onSubmit={() => saving.save(undefined)}
            label="Form"
            labels={labelsOf(saving.faults, draft.values.fields)}
          >
            {isStale && (
              <Alert color="yellow" title="Somebody else changed this form">
                <Text size="sm">What you typed is still here, but not saved. You can go on from their version.</Text>
                <Button variant="default" size="xs" mt="sm" onClick={loadNewest}>
                  Drop my changes and load theirs
                </Button>
              </Alert>
            )}
            <FieldList draft={draft} saving={saving} />
            <FormSettings draft={draft} saving={saving} />
            {may('forms:write') && (
              <Box className={classes.bar} data-dirty={draft.isDirty}>
                <Group justify="space-between" gap="xs">
                  <Text size="sm" c={draft.isDirty ? undefined : 'dimmed'} aria-live="polite">
                    {draft.isDirty ? 'Unsaved changes' : 'Everything is saved'}
                  </Text>
                  <Group gap="xs">
                    {draft.isDirty && (
                      <Button
                        variant="default"
                        onClick={() => {
                          draft.reset(formDraftOf(stored));
                          saving.clear();
                        }}
                      >
                        Discard
                      </Button>
                    )}
                    <Button type="submit" loading={saving.isSaving}>
                      Save
                    </Button>
                  </Group>
                </Group>
              </Box>
            )}
          </SaveForm>
          {may('forms:write') && (
            <Button variant="default" c="var(--mantine-color-error)" mt="xl" onClick={remove}>
              Delete this form…
            </Button>
          )}
        </div>
        <FormPreview className={classes.preview} draft={draft.values} />
      </div>
    </>
  );
}

/** "Ticket: amount" says more than "Amount". */
function labelsOf(faults: { pointer: string }[], fields: { label: string; name: string }[]): Record<string, string> {
  return Object.fromEntries(
    faults.flatMap(({ pointer }) => {
      const [, index, member = ''] = /^\/fields\/(\d+)(?:\/(\w+))?/.exec(pointer) ?? [];
      const field = fields[Number(index)];
      return index === undefined || !field ? [] : [[pointer, `${field.label || field.name}: ${member}`]];
    }),
  );
}
