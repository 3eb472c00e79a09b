// What to do first on a new site. Each step is ticked once the thing exists, however it was made.

import type { Settings, Summary } from '@frontdesk/client';
import { ActionIcon, Group, List, Stack, Text, ThemeIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { TextLink } from '../ui/links.tsx';
import { Section } from '../ui/section.tsx';
import { toastError } from '../ui/toast.tsx';
import classes from './first-steps.module.css';

type Steps = NonNullable<Summary['firstSteps']>;

const steps: { name: keyof Steps; title: ReactNode; text: ReactNode }[] = [
  {
    name: 'contentType',
    title: <TextLink to="/types/_new">Create a content type</TextLink>,
    text: 'For what your site is about: products, events, courses.',
  },
  {
    name: 'import',
    title: <TextLink to="/settings/import">Import a site</TextLink>,
    text: 'From a WordPress export. Optional.',
  },
  {
    name: 'form',
    title: <TextLink to="/forms/new">Create a form</TextLink>,
    text: 'For questions, bookings and orders.',
  },
  {
    name: 'processor',
    title: <TextLink to="/settings/processor">Connect payments</TextLink>,
    text: 'Until then, the sandbox accepts test cards only.',
  },
  {
    name: 'mailServer',
    title: <TextLink to="/settings/mail">Connect a mail server</TextLink>,
    text: 'Until then, mails wait.',
  },
  {
    name: 'seller',
    title: <TextLink to="/settings/invoices">Enter your business details</TextLink>,
    text: 'Invoices need your name and address.',
  },
  {
    name: 'user',
    title: <TextLink to="/settings/users">Invite a colleague</TextLink>,
    text: 'Editors write content and forms, and see payments.',
  },
];

export function FirstSteps({ done }: { done: Steps }) {
  const count = steps.filter(({ name }) => done[name]).length;
  return (
    <Section
      title="First steps"
      description={`${count} of ${steps.length} done`}
      actions={
        <Tooltip label="Hide the first steps">
          <ActionIcon aria-label="Hide the first steps" onClick={() => showFirstSteps(false)}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    >
      <List listStyleType="none" className={classes.steps}>
        {steps.map(({ name, title, text }) => (
          <li key={name} className={classes.step}>
            <Group gap="sm" wrap="nowrap" align="start">
              <ThemeIcon
                size={22}
                radius="xl"
                variant={done[name] ? 'filled' : 'default'}
                color="teal.9"
                style={{ flex: 'none' }}
              >
                {done[name] && <IconCheck size={14} aria-hidden />}
              </ThemeIcon>
              <Stack gap={0} miw={0}>
                <Text component="span" fw={600} size="sm">
                  {title}
                  <VisuallyHidden>{done[name] ? ' (done)' : ' (to do)'}</VisuallyHidden>
                </Text>
                <Text component="span" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
              </Stack>
            </Group>
          </li>
        ))}
      </List>
    </Section>
  );
}

/** Shows or hides the steps for all owners. */
export async function showFirstSteps(firstSteps: boolean): Promise<void> {
  try {
    await api.request<Settings>('PATCH', '/settings', { body: { firstSteps } });
    await queries.invalidateQueries({ queryKey: ['summary'] });
    queries.invalidateQueries({ queryKey: ['settings'] });
  } catch (error) {
    toastError(error);
  }
}
