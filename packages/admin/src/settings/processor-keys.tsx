// The keys of the processor: entered, tested and stored in one go, or removed.

import { Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { CopiedFact } from '../ui/copied-fact.tsx';
import { useDraft } from '../ui/draft.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { SecretInput } from '../ui/secret-input.tsx';
import { Section } from '../ui/section.tsx';
import { toastDone, toastError } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';
import { type Processor, processorQuery } from './processor.ts';

type ProcessorKeysProps = { processor: Processor; onChanged(): void };

export function ProcessorKeys({ processor, onChanged }: ProcessorKeysProps) {
  if (processor.keysFrom === 'environment') {
    return (
      <Section title="Keys">
        <Text>
          The keys come from the environment of the service: <Code>STRIPE_SECRET_KEY</Code> and{' '}
          <Code>STRIPE_WEBHOOK_SECRET</Code>. They are changed there.
        </Text>
      </Section>
    );
  }
  const isEntered = processor.keysFrom === 'settings';
  return (
    <Section
      title={isEntered ? 'Other keys' : 'Take real payments'}
      description="The key is tried before it is stored. Both are stored encrypted and are never shown again."
      actions={
        isEntered && (
          <Button variant="default" onClick={() => removeKeys(onChanged)}>
            Remove the keys
          </Button>
        )
      }
    >
      <KeysForm processor={processor} onChanged={onChanged} />
    </Section>
  );
}

const empty = { secretKey: '', webhookSecret: '' };

function KeysForm({ processor, onChanged }: ProcessorKeysProps) {
  const { values, set, isDirty, reset } = useDraft(empty);
  useUnsavedGuard(isDirty);
  const saving = useSaving({
    save: (body: typeof values) => api.request<Processor>('PUT', '/payments/processor', { body }),
    onSaved: (saved) => {
      reset(empty);
      onChanged();
      queries.setQueryData(processorQuery.queryKey, saved);
      toastDone('The key works, and is in use');
    },
  });
  return (
    <SaveForm
      saving={saving}
      onSubmit={() => saving.save({ secretKey: values.secretKey.trim(), webhookSecret: values.webhookSecret.trim() })}
      labels={{ '/secretKey': 'Secret key', '/webhookSecret': 'Signing secret' }}
      label="Keys of the processor"
    >
      <SecretInput
        label="Secret key"
        description="At Stripe under Developers, API keys. It starts with sk_ or rk_."
        required
        maw={560}
        value={values.secretKey}
        onChange={(event) => set('secretKey', event.currentTarget.value)}
        {...saving.field('/secretKey')}
      />
      <ReceiverHelp processor={processor} />
      <SecretInput
        label="Signing secret"
        description="Stripe shows it when the endpoint is there. It starts with whsec_."
        required
        maw={560}
        value={values.webhookSecret}
        onChange={(event) => set('webhookSecret', event.currentTarget.value)}
        {...saving.field('/webhookSecret')}
      />
      <Group>
        <Button type="submit" loading={saving.isSaving}>
          Test & save
        </Button>
      </Group>
    </SaveForm>
  );
}

/** What to enter at the processor, so that it tells of payments. */
function ReceiverHelp({ processor: { receiverUrl, receiverEvents } }: { processor: Processor }) {
  return (
    <Stack gap="xs">
      <Text size="sm">At Stripe under Developers, Webhooks, add an endpoint with this address:</Text>
      {receiverUrl && <CopiedFact value={receiverUrl} label="the address of the endpoint" />}
      <details>
        <Text component="summary" size="sm">
          and these {receiverEvents.length} events
        </Text>
        <List size="sm" mt="xs">
          {receiverEvents.map((name) => (
            <List.Item key={name}>
              <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code>
            </List.Item>
          ))}
        </List>
      </details>
    </Stack>
  );
}

async function removeKeys(onChanged: () => void): Promise<void> {
  const isSure = await askToConfirm({
    title: 'Remove the keys of the processor?',
    children: 'No real payment can begin any more, and payments that are open are no longer followed.',
    confirm: 'Remove',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    const { restartNeeded } = await api.request<{ restartNeeded: boolean }>('DELETE', '/payments/processor');
    onChanged();
    await queries.invalidateQueries({ queryKey: processorQuery.queryKey });
    toastDone(
      restartNeeded
        ? 'The keys are removed. The sandbox comes back when the service is started anew'
        : 'The keys are removed',
    );
  } catch (error) {
    toastError(error);
  }
}
