// The first visit: names the site, creates its owner, and sets its language and time zone.

import type { Fault, Me } from '@frontdesk/client';
import { Button, Code, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useDraft } from '../ui/draft.ts';
import { inputError } from '../ui/input-error.ts';
import { languageChoices } from '../ui/language-names.ts';
import { TextLink } from '../ui/links.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { localeIn, preferredLanguage } from '../ui/site-language.ts';
import { EntryFrame } from './entry-frame.tsx';
import { meQuery } from './me.ts';

const route = getRouteApi('/setup');
const empty = { siteName: '', name: '', email: '', password: '' };
type Values = typeof empty;

export function SetupScreen() {
  const { code = '' } = route.useSearch();
  const router = useRouter();
  const { values, set } = useDraft(empty);
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => api.request<{ needed: boolean }>('GET', '/setup') });
  const [language, setLanguage] = useState<string>(() => preferredLanguage(navigator.languages));
  const [isDone, setDone] = useState(false);
  const saving = useSaving({
    save: async (body: Values) => {
      const faults = faultsOf(body);
      if (faults.length > 0) throw inputError(faults);
      return api.request<Me>('POST', '/setup', { body: { ...body, code } });
    },
    onSaved: async () => {
      setDone(true);
      await setFormats(language);
      queries.clear();
      await queries.fetchQuery(meQuery);
      router.history.replace('/admin/');
    },
  });
  if (setup.data && !setup.data.needed && !isDone) {
    return (
      <EntryFrame title="This site is already set up">
        <Text>
          <TextLink to="/sign-in">Sign in</TextLink> to continue.
        </Text>
      </EntryFrame>
    );
  }
  if (!code) {
    return (
      <EntryFrame title="The setup link is incomplete">
        <Text>Open the full link that the service printed when it started. It contains a one-time code.</Text>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title="Set up your site" lead="Name your site and create the owner account. This link works only once.">
      <SaveForm saving={saving} onSubmit={() => saving.save(values)} labels={{ '/name': 'Your name' }}>
        <TextInput
          label="Site name"
          autoFocus
          required
          size="md"
          value={values.siteName}
          onChange={(event) => set('siteName', event.currentTarget.value)}
          {...saving.field('/siteName')}
        />
        <Select
          label="Language of the site"
          description="Of its forms, mails and invoices."
          data={languageChoices}
          allowDeselect={false}
          size="md"
          value={language}
          onChange={(value) => value && setLanguage(value)}
        />
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          size="md"
          value={values.name}
          onChange={(event) => set('name', event.currentTarget.value)}
          {...saving.field('/name')}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          size="md"
          value={values.email}
          onChange={(event) => set('email', event.currentTarget.value)}
          {...saving.field('/email')}
        />
        <PasswordInput
          label="Password"
          description="Use at least 10 characters. A short phrase is easy to remember."
          autoComplete="new-password"
          required
          size="md"
          value={values.password}
          onChange={(event) => set('password', event.currentTarget.value)}
          {...saving.field('/password')}
        />
        <Button type="submit" size="md" loading={saving.isSaving}>
          Create site
        </Button>
      </SaveForm>
      <Text size="sm" c="dimmed" mt="lg">
        To move a site here, import its archive on the server into a new data folder first:{' '}
        <Code>npx frontdesk import site.tar --create</Code>
      </Text>
    </EntryFrame>
  );
}

/** The site counts its days where its owner is, until the settings say otherwise; without a time zone, in UTC. */
async function setFormats(language: string): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const ofOwner = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? null;
  const change = {
    ...(timeZone === 'UTC' ? {} : { timeZone }),
    // In English, dates and numbers are those of the country of each reader.
    ...(language === 'en' ? {} : { locale: localeIn(language, ofOwner) }),
  };
  // The site is set up, whether the service knows the zone or not.
  if (Object.keys(change).length > 0) await api.request('PATCH', '/settings', { body: change }).catch(() => {});
}

const minPasswordBytes = 10;

/** The server checks the password only when the rest is right; here everything is reported at once. */
function faultsOf({ siteName, name, email, password }: Values): Fault[] {
  const fault = (pointer: string, code: Fault['code'], detail: string): Fault => ({ pointer, code, detail });
  return [
    ...Object.entries({ siteName, name, email })
      .filter(([, value]) => value.trim() === '')
      .map(([member]) => fault(`/${member}`, 'required', 'is required')),
    ...(new TextEncoder().encode(password).length < minPasswordBytes
      ? [fault('/password', 'too_short', `must have at least ${minPasswordBytes} characters`)]
      : []),
  ];
}
