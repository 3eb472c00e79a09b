// The processor's keys: entered, tested and saved in one step, or removed.

import type { Processor } from '@frontdesk/client';
import { Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { useDraft } from '../ui/draft.ts';
import { formatCount } from '../ui/format.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { SecretInput } from '../ui/secret-input.tsx';
import { Section } from '../ui/section.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';
import { processorQuery } from './processor.ts';

type ProcessorKeysProps = { processor: Processor; onChanged(): void };

export function ProcessorKeys({ processor, onChanged }: ProcessorKeysProps) {
  if (processor.keysFrom === 'environment') {
    return (
      <Section title="Keys">
        <Text>
          The keys are set in the environment of the service. To change them, update <Code>STRIPE_SECRET_KEY</Code> and{' '}
          <Code>STRIPE_WEBHOOK_SECRET</Code> there and restart it.
        </Text>
      </Section>
    );
  }
  const isEntered = processor.keysFrom === 'settings';
  return (
    <Section
      title={isEntered ? 'Replace the keys' : 'Accept real payments'}
      description="The secret key is tested before it is saved. Both values are stored encrypted and never shown again."
      actions={
        isEntered && (
          <Button variant="default" onClick={() => removeKeys(onChanged)}>
            Remove keys
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
    save: (body: { secretKey: string; webhookSecret?: string }) =>
      api.request<Processor>('PUT', '/payments/processor', { body }),
    onSaved: (saved) => {
      reset(empty);
      onChanged();
      queries.setQueryData(processorQuery.queryKey, saved);
      toastSuccess('Keys saved. The secret key works.');
    },
  });
  return (
    <SaveForm
      saving={saving}
      onSubmit={() => {
        const webhookSecret = values.webhookSecret.trim();
        return saving.save({ secretKey: values.secretKey.trim(), ...(webhookSecret && { webhookSecret }) });
      }}
      labels={{ '/secretKey': 'Secret key', '/webhookSecret': 'Signing secret' }}
      label="Processor keys"
    >
      <SecretInput
        label="Secret key"
        description="In Stripe, go to Developers, then API keys. The key starts with sk_ or rk_."
        required
        maw={560}
        value={values.secretKey}
        onChange={(event) => set('secretKey', event.currentTarget.value)}
        {...saving.field('/secretKey')}
      />
      <SecretInput
        label="Signing secret"
        description="Leave it empty, and the endpoint in Stripe is set up for you. If you add it yourself, Stripe shows its secret, which starts with whsec_."
        maw={560}
        value={values.webhookSecret}
        onChange={(event) => set('webhookSecret', event.currentTarget.value)}
        {...saving.field('/webhookSecret')}
      />
      <EndpointHelp processor={processor} />
      <Group>
        <Button type="submit" loading={saving.isSaving}>
          Test and save
        </Button>
      </Group>
    </SaveForm>
  );
}

/** What to enter in Stripe, so that it notifies this site about payments. */
function EndpointHelp({ processor: { receiverUrl, receiverEvents } }: { processor: Processor }) {
  return (
    <Stack gap="xs">
      <Text size="sm">To add the endpoint yourself, go to Developers, then Webhooks in Stripe, and use this URL:</Text>
      {receiverUrl && <CopyableValue value={receiverUrl} label="the endpoint URL" />}
      <details>
        <Text component="summary" size="sm">
          Select these {formatCount(receiverEvents.length, 'event')}
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
    title: 'Remove the processor keys?',
    children: 'You can no longer accept real payments, and open payments will not be updated.',
    confirm: 'Remove keys',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    const { restartNeeded } = await api.request<{ restartNeeded: boolean }>('DELETE', '/payments/processor');
    onChanged();
    await queries.invalidateQueries({ queryKey: processorQuery.queryKey });
    toastSuccess(restartNeeded ? 'Keys removed. Restart the service to use the sandbox.' : 'Keys removed');
  } catch (error) {
    toastError(error);
  }
}
