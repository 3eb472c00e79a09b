// How the site recognizes spam, and how long it is kept.

import type { SpamSettings } from '@frontdesk/client';
import { Button, Group, NumberInput, Radio, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useDraft } from '../ui/draft.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';

const path = '/settings/spam';

export function SpamScreen() {
  const settings = useQuery({
    queryKey: ['settings', 'spam'],
    queryFn: ({ signal }) => api.request<SpamSettings>('GET', path, { signal }),
  });
  return (
    <>
      <PageHeader
        title="Spam"
        description="Each sign of spam adds points. Submissions with many are kept apart, and visitors see the ordinary thanks."
      />
      <QueryView query={settings}>{(settings) => <SpamForm settings={settings} />}</QueryView>
    </>
  );
}

const lists = [
  {
    name: 'words',
    label: 'Blocked words',
    description: 'Words and phrases, one per line. Between slashes, a pattern: /c[a4]s[i1]no/',
  },
  {
    name: 'domains',
    label: 'Blocked domains',
    description: 'Of links and email addresses, one per line, with all below them: spam.example',
  },
  {
    name: 'addresses',
    label: 'Blocked IP addresses',
    description: 'Of senders, one address or range per line: 203.0.113.0/24',
  },
] as const;

type SpamDraft = Pick<SpamSettings, 'level' | 'altcha' | 'days'> & Record<(typeof lists)[number]['name'], string>;

function draftOf({ level, altcha, days, words, domains, addresses }: SpamSettings): SpamDraft {
  return { level, altcha, days, words: words.join('\n'), domains: domains.join('\n'), addresses: addresses.join('\n') };
}

function SpamForm({ settings }: { settings: SpamSettings }) {
  const { values, set, isDirty, reset } = useDraft(draftOf(settings));
  useUnsavedGuard(isDirty);
  const saving = useSaving({
    save: ({ level, altcha, days, ...texts }: SpamDraft) => {
      const linesOf = (name: keyof typeof texts) =>
        texts[name].split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
      const body = {
        level,
        altcha,
        days,
        words: linesOf('words'),
        domains: linesOf('domains'),
        addresses: linesOf('addresses'),
      };
      return api.request<SpamSettings>('PATCH', path, { body });
    },
    onSaved: (saved) => {
      reset(draftOf(saved));
      queries.setQueryData(['settings', 'spam'], saved);
      toastSuccess('Settings saved');
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
      <Section title="Recognize spam">
        <Stack maw={560}>
          <Radio.Group
            label="In forms that do not say otherwise"
            value={values.level}
            onChange={(level) => set('level', level as SpamSettings['level'])}
            {...saving.field('/level')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="lenient" label="Lenient" description="Only what is certain: from 80 points on" />
              <Radio value="normal" label="Normal" description="From 50 points on" />
              <Radio value="strict" label="Strict" description="Also what is doubtful: from 30 points on" />
              <Radio value="off" label="Never" description="All submissions are ordinary ones" />
            </Stack>
          </Radio.Group>
          <Radio.Group
            label="Proof of work (ALTCHA)"
            description="Browsers solve it while people fill in a form. No other service is asked."
            value={values.altcha}
            onChange={(altcha) => set('altcha', altcha as SpamSettings['altcha'])}
            {...saving.field('/altcha')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="off" label="Off" />
              <Radio
                value="score"
                label="Adds points"
                description="Submissions without it get 20 points: also those of visitors without JavaScript"
              />
              <Radio
                value="required"
                label="Required"
                description="Submissions without it are rejected. Visitors need JavaScript and HTTPS; API keys need nothing"
              />
            </Stack>
          </Radio.Group>
          <NumberInput
            label="Delete spam permanently after"
            suffix={values.days === 1 ? ' day' : ' days'}
            required
            allowDecimal={false}
            clampBehavior="none"
            min={1}
            max={365}
            value={values.days}
            onChange={(value) => set('days', value === '' ? ('' as never) : Number(value))}
            {...saving.field('/days')}
          />
        </Stack>
      </Section>
      <Section
        title="Block lists"
        description="What is on them is spam in every level but Never and, for words and domains, Lenient."
      >
        <Stack maw={560}>
          {lists.map(({ name, ...texts }) => (
            <Textarea
              key={name}
              {...texts}
              autosize
              minRows={3}
              maxRows={12}
              spellCheck={false}
              value={values[name]}
              onChange={(event) => set(name, event.currentTarget.value)}
              {...saving.field(`/${name}`)}
            />
          ))}
        </Stack>
      </Section>
      <Group>
        <Button type="submit" loading={saving.isSaving} disabled={!isDirty}>
          Save
        </Button>
      </Group>
    </SaveForm>
  );
}
