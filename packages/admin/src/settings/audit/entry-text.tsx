// What an entry of the audit log says was done, with a link to the record.

import type { AuditEntry } from '@frontdesk/client';
import { Group, Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { ContactLink } from '../../records/contact-link.tsx';
import { TextLink } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { describeDetails, describeOperation } from './describe-entry.ts';

export function EntryText({ entry }: { entry: AuditEntry }) {
  const { operation, outcome, actor } = entry;
  const details = describeDetails(entry);
  const text = actor.kind === 'command' ? `Ran frontdesk ${operation}` : describeOperation(operation, outcome);
  return (
    <>
      <Group gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Sentence entry={entry} text={text} />
        </Text>
        {outcome === 'denied' && <StatusBadge status="denied" tone="bad" />}
      </Group>
      {details && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {details}
        </Text>
      )}
    </>
  );
}

/** A record without a name is linked from the words. Users who changed their own account are named beside it. */
function Sentence({ entry: { thing, actor, operation, values }, text }: { entry: AuditEntry; text: string }) {
  if (thing === null || (thing.id !== null && thing.id === actor.id)) return text;
  if (thing.kind === 'contact' && thing.id !== null) {
    return (
      <>
        {text} <ContactLink id={thing.id} />
      </>
    );
  }
  const target = /^(delete|remove|revoke)/.test(operation) ? null : placeOf(thing, values);
  const linked = thing.name ?? text;
  const link = target ? <TextLink {...(target as { to: '/' })}>{linked}</TextLink> : linked;
  if (thing.name === null) return link;
  return (
    <>
      {operation === 'createSession' ? `${text} as` : text} {target ? link : <b>{linked}</b>}
    </>
  );
}

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Where a record opens; null for those that have no screen. */
function placeOf({ kind, id, name }: NonNullable<AuditEntry['thing']>, values: AuditEntry['values']): Place | null {
  const listed = (to: Place['to']): Place => ({ to, ...(name && { search: { search: name } as never }) });
  switch (kind) {
    case 'backup':
    case 'backupPlan':
      return { to: '/settings/backups' };
    case 'import':
      return { to: '/settings/import' };
    case 'settings':
      return { to: '/settings/general' };
    case 'token':
      return listed('/settings/keys');
    case 'user':
      return listed('/settings/users');
    case 'webhook':
      return { to: '/settings/webhooks' };
  }
  if (id === null) return null;
  switch (kind) {
    case 'delivery':
      return { to: '/settings/deliveries/$id', params: { id } };
    case 'form':
      return { to: '/forms/$form', params: { form: id } };
    case 'invoice':
      return { to: '/invoices/$invoice', params: { invoice: id } };
    case 'item':
      return typeof values.type === 'string' ? { to: '/content/$type/$id', params: { type: values.type, id } } : null;
    case 'mail':
      return { to: '/settings/outbox/$id', params: { id } };
    case 'mailKind':
      return { to: '/settings/mail-texts/$kind', params: { kind: id } };
    case 'media':
      return { to: '/media', search: { file: id } as never };
    case 'payment':
      return { to: '/payments/$payment', params: { payment: id } };
    case 'taxonomy':
      return { to: '/taxonomies/$taxonomy', params: { taxonomy: id } };
    case 'type':
      return { to: '/types/$type', params: { type: id } };
    default:
      return null;
  }
}
