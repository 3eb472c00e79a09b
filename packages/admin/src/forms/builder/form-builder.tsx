// The form builder: fields and settings on one side, a preview on the other.

import { type Fault, type Form, FrontdeskError, type Tagged } from '@frontdesk/client';
import { Alert, Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconDiscount, IconInbox, IconShare } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { lazyPart, loadPart } from '../../api/load-part.tsx';
import { queries } from '../../api/queries.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { useDraft } from '../../ui/draft.ts';
import { formatCount } from '../../ui/format.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.ts';
import { formChangeOf, formDraftOf } from '../draft/form-draft.ts';
import { hasResults } from '../draft/results-draft.ts';
import { isShorter, retentionOf } from '../draft/retention-draft.ts';
import { FieldList } from './field-list.tsx';
import classes from './form-builder.module.css';
import { FormMails } from './form-mails.tsx';
import { FormPreview } from './form-preview.tsx';
import { FormSettings } from './form-settings.tsx';
import { OpeningBadge } from './opening-badge.tsx';
import { PageLink } from './page-link.tsx';

const FormLanguages = lazyPart(() => import('./form-languages.tsx'), 'FormLanguages');
const FormLater = lazyPart(() => import('./form-later.tsx'), 'FormLater');
const FormResults = lazyPart(() => import('./form-results.tsx'), 'FormResults');
const FormRetention = lazyPart(() => import('./form-retention.tsx'), 'FormRetention');
const FormLooks = lazyPart(() => import('./form-looks.tsx'), 'FormLooks');
const SalesDialog = lazyPart(() => import('../price/sales-dialog.tsx'), 'SalesDialog');
const ShareDialog = lazyPart(() => import('./share-dialog.tsx'), 'ShareDialog');

export function FormBuilder({ initial }: { initial: Tagged<Form> }) {
  const { may } = useMe();
  const navigate = useNavigate();
  const [stored, setStored] = useState(initial);
  const draft = useDraft(formDraftOf(initial));
  const [view, setView] = useState('build');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [isSharing, setSharing] = useState(false);
  const [isSelling, setSelling] = useState(false);
  const [isStyling, setStyling] = useState(false);
  const [isFilling, setFilling] = useState(false);
  const guard = useUnsavedGuard(draft.isDirty);
  const applySaved = (form: Tagged<Form>, keys: string[]): void => {
    setStored(form);
    draft.reset(formDraftOf(form, keys));
  };
  const saving = useSaving({
    save: () => api.forms.update(stored.id, formChangeOf(draft.values, stored), { ifMatch: stored.etag }),
    onSaved: (form) => {
      applySaved(
        form,
        draft.values.fields.map(({ key }) => key),
      );
      queries.invalidateQueries({ queryKey: ['forms'] });
      toastSuccess('Form saved');
    },
  });
  const save = async (): Promise<void> => {
    const faults: Fault[] = [];
    const retention = retentionOf(draft.values, faults);
    try {
      if (retention && faults.length === 0 && isShorter(retention, stored)) {
        const { confirmShorterRetention } = await loadPart(() => import('./shorter-retention.tsx'));
        if (!(await confirmShorterRetention(stored, retention))) return;
      }
      saving.save(undefined);
    } catch (error) {
      toastError(error);
    }
  };
  // An error that belongs to no input is shown at the top of the form, which may be out of view.
  const build = useRef<HTMLDivElement>(null);
  const isGeneral = saving.error !== null && saving.faults.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll only when a new error arrives, not when a fault is corrected
  useEffect(() => {
    if (isGeneral) build.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [saving.error]);
  const isStale = saving.error instanceof FrontdeskError && saving.error.status === 412;
  const loadLatest = async (): Promise<void> => {
    try {
      applySaved(await api.forms.get(stored.id), []);
      saving.clear();
    } catch (error) {
      toastError(error);
    }
  };
  const remove = async (): Promise<void> => {
    const count = stored.submissionCount ?? 0;
    const isSure = await askToConfirm({
      title: `Delete form “${stored.name}”?`,
      children:
        count > 0
          ? `${formatCount(count, 'submission')} and all uploaded files will be deleted as well. Payments are kept.`
          : 'Its page will stop working immediately.',
      confirm: 'Delete form',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.forms.delete(stored.id, { force: true });
      guard.allowLeaving();
      await navigate({ to: '/forms' });
      queries.invalidateQueries({ queryKey: ['forms'] });
      toastSuccess('Form deleted');
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <>
      <PageHeader
        title={stored.name}
        back={<TextLink to="/forms">Forms</TextLink>}
        aside={<OpeningBadge form={stored} />}
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
            {stored.fields.some(isPriceField) && (
              <Button
                variant="default"
                leftSection={<IconDiscount size={18} aria-hidden />}
                onClick={() => setSelling(true)}
              >
                Stock and discounts
              </Button>
            )}
            {stored.public && (
              <Button
                variant="default"
                leftSection={<IconShare size={18} aria-hidden />}
                onClick={() => setSharing(true)}
              >
                Share
              </Button>
            )}
            {stored.public && <PageLink form={stored} />}
          </>
        }
      />
      {isSelling && (
        <Suspense>
          <SalesDialog form={stored} close={() => setSelling(false)} />
        </Suspense>
      )}
      {isSharing && (
        <Suspense>
          <ShareDialog form={stored} close={() => setSharing(false)} />
        </Suspense>
      )}
      <SegmentedControl
        className={classes.switch}
        fullWidth
        mb="md"
        aria-label="View"
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
            saving={isStale ? { ...saving, error: null } : saving}
            onSubmit={save}
            label="Form"
            savesAnywhere={may('forms:write')}
            labels={labelsOf(saving.faults, draft.values.fields)}
          >
            {isStale && (
              <Alert color="yellow" title="This form was changed elsewhere">
                <Text size="sm">Your changes are still here, but not saved. Load the latest version to continue.</Text>
                <Button variant="default" size="xs" mt="sm" onClick={loadLatest}>
                  Discard my changes and load latest version
                </Button>
              </Alert>
            )}
            <FieldList draft={draft} saving={saving} openKey={openKey} setOpenKey={setOpenKey} />
            <FormSettings draft={draft} saving={saving} />
            {isStyling || Object.keys(draft.values.looks).length > 0 ? (
              <Suspense>
                <FormLooks form={stored} draft={draft} saving={saving} />
              </Suspense>
            ) : (
              may('forms:write') && (
                <Button variant="default" mb="md" onClick={() => setStyling(true)}>
                  Change the looks…
                </Button>
              )
            )}
            <FormMails draft={draft} saving={saving} />
            <Text size="sm" c="dimmed" mb="md">
              To notify other services about submissions, add{' '}
              <TextLink to="/settings/webhooks" search={{ form: stored.id } as never}>
                webhooks for this form
              </TextLink>
              .
            </Text>
            {isFilling || hasResults(draft.values.results) ? (
              <Suspense>
                <FormResults draft={draft} saving={saving} />
              </Suspense>
            ) : (
              may('forms:write') && (
                <Button variant="default" mb="md" onClick={() => setFilling(true)}>
                  Make draft items or fill contacts…
                </Button>
              )
            )}
            <Suspense>
              <FormLater draft={draft} saving={saving} />
              <FormRetention formId={initial.id} draft={draft} saving={saving} />
              <FormLanguages draft={draft} saving={saving} />
            </Suspense>
            {may('forms:write') && (
              <Box className={classes.bar} data-dirty={draft.isDirty}>
                <Group justify="space-between" gap="xs">
                  <Text size="sm" c={draft.isDirty ? undefined : 'dimmed'} aria-live="polite">
                    {draft.isDirty ? 'Unsaved changes' : 'All changes saved'}
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
                        Discard changes
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
              Delete form…
            </Button>
          )}
        </div>
        <FormPreview formId={stored.id} className={classes.preview} draft={draft.values} edited={openKey} />
      </div>
    </>
  );
}

/** Names faults by field, such as "Ticket: amount". */
function labelsOf(faults: { pointer: string }[], fields: { label: string; name: string }[]): Record<string, string> {
  const ofFields = Object.fromEntries(
    faults.flatMap(({ pointer }) => {
      const [, index, member = ''] = /^\/fields\/(\d+)(?:\/(\w+))?/.exec(pointer) ?? [];
      const field = fields[Number(index)];
      return index === undefined || !field ? [] : [[pointer, `${field.label || field.name}: ${member}`]];
    }),
  );
  return { ...mailLabels, ...ofFields };
}

const mailLabels = {
  '/settings/mail/notice/subject': 'Subject of the notice',
  '/settings/mail/reply/subject': 'Subject of the reply',
  '/settings/mail/reply/text': 'Text of the reply',
};
