// One submission: its answers, files, contact, payment and webhook deliveries.

import type { Form, Submission } from '@frontdesk/client';
import { Button } from '@mantine/core';
import { IconMailCheck, IconMailX, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { ContactLink } from '../../records/contact-link.tsx';
import { DeliveryList } from '../../records/delivery-list.tsx';
import { CopyableValue } from '../../ui/copyable-value.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/links.tsx';
import { lastSearchOf } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { formQuery } from '../builder/form-query.ts';
import { AskedNote, Consents, useAskedForm } from './as-asked.tsx';
import { deleteSubmissions } from './delete-submissions.ts';
import { sortSpam } from './spam-actions.ts';
import { SpamReasons } from './spam-reasons.tsx';
import { Story } from './story.tsx';
import { Answers, Files, PaymentSection, textOf, titleOf } from './submission-parts.tsx';
import { SubmissionStatusBadge } from './submission-status-badge.tsx';

const route = getRouteApi('/shell/forms/$form/submissions/$submission');

export function SubmissionScreen() {
  const { form: formId, submission: id } = route.useParams();
  const form = useQuery(formQuery(formId));
  const query = useQuery({
    queryKey: ['forms', formId, 'submissions', id],
    queryFn: ({ signal }) => api.forms(formId).submission(id, { signal }),
    // Shows the payment as soon as it arrives.
    refetchInterval: ({ state }) => (state.data?.status === 'awaiting_payment' ? 10_000 : false),
  });
  return (
    <QueryView query={query}>
      {(submission) => (
        <QueryView query={form}>{(form) => <SubmissionDetails form={form} submission={submission} />}</QueryView>
      )}
    </QueryView>
  );
}

function SubmissionDetails({ form, submission }: { form: Form; submission: Submission }) {
  const { may } = useMe();
  const { payment, extra, files, consents } = submission;
  const { form: asked, replacedAt } = useAskedForm(form, submission);
  const hasExtra = Object.keys(extra).length > 0;
  return (
    <>
      <PageHeader
        title={titleOf(asked, submission)}
        back={
          <TextLink
            to="/forms/$form/submissions"
            params={{ form: form.id }}
            search={lastSearchOf(`/forms/${form.id}/submissions`)}
          >
            Submissions to {form.name}
          </TextLink>
        }
        aside={<SubmissionStatusBadge submission={submission} />}
        description={<Time value={submission.createdAt} />}
        actions={
          may('forms:write') && (
            <>
              {submission.status !== 'paid' && <SpamButton submission={submission} />}
              <DeleteButton form={form} submission={submission} />
            </>
          )
        }
      />
      <TwoColumns
        side={
          <>
            {submission.spam && (
              <Section title="Why it is spam">
                <SpamReasons spam={submission.spam} />
              </Section>
            )}
            <Section title="Contact">
              <ContactLink id={submission.contactId} />
            </Section>
            {payment && <PaymentSection payment={payment} />}
            <Section title="Details">
              <CopyableValue value={submission.id} label="submission ID" />
            </Section>
          </>
        }
      >
        <Section title="Answers">
          <AskedNote replacedAt={replacedAt} />
          <Answers form={asked} submission={submission} />
        </Section>
        {consents && (
          <Section title="Consent">
            <Consents consents={consents} />
          </Section>
        )}
        {files.length > 0 && (
          <Section title="Files">
            <Files form={asked} files={files} />
          </Section>
        )}
        {hasExtra && (
          <Section title="Additional data" description="Values for fields that are not on the form.">
            <Facts facts={Object.entries(extra).map(([name, value]) => [name, textOf(value)])} />
          </Section>
        )}
        {submission.status !== 'spam' && <Story submissionId={submission.id} mayWrite={may('forms:write')} level={2} />}
        <DeliveryList subjects={payment ? [submission.id, payment.id] : [submission.id]} />
      </TwoColumns>
    </>
  );
}

function SpamButton({ submission: { id, status } }: { submission: Submission }) {
  const isSpam = status === 'spam';
  const [isBusy, setBusy] = useState(false);
  const move = async (): Promise<void> => {
    setBusy(true);
    await sortSpam([id], !isSpam);
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={isSpam ? <IconMailCheck size={18} aria-hidden /> : <IconMailX size={18} aria-hidden />}
      onClick={move}
    >
      {isSpam ? 'Not spam' : 'Move to spam'}
    </Button>
  );
}

function DeleteButton({ form, submission }: { form: Form; submission: Submission }) {
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    if (!(await deleteSubmissions([submission.id]))) return;
    await navigate({ to: '/forms/$form/submissions', params: { form: form.id } });
    queries.removeQueries({ queryKey: ['forms', form.id, 'submissions', submission.id] });
  };
  return (
    <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
      Delete
    </Button>
  );
}
