// Users of all roles with sessions and a second factor, API keys, settings, mail settings.

import { createHmac } from 'node:crypto';
import { mailUser } from '../support/mail-server.ts';
import { type Filling, type Person, personFrom, send } from './filling.ts';

export const password = 'a long enough pass phrase';
const address = (name: string): string => `${name}@harbour.example`;

/** Returns the owner and an author. */
export async function fillAccounts(filling: Filling): Promise<Record<'owner' | 'author', Person>> {
  const { server, mailServer } = filling;
  const code = new URL(await server.setupLink()).searchParams.get('code');
  const owner = await personFrom(filling, '/setup', {
    ...{ code, siteName: 'Harbour', name: 'Olga Ölmühle', email: address('olga'), password },
  });
  await owner.send('PATCH', '/settings', {
    ...{
      siteName: 'Harbour & Söhne',
      brandColor: '#1a6b52',
      currency: 'eur',
      timeZone: 'Europe/Berlin',
      locale: 'de-DE',
    },
    ...{
      firstDayOfWeek: 'monday',
      looks: { theme: 'auto', font: 'serif', corners: 'soft' },
      unknownReferences: 'reject',
    },
    // As long as possible: nothing of the fixture may become too old.
    ...{ trashDays: 0, eventDays: 365, deliveryDays: 365, mailDays: 365, processorEventDays: 365, auditDays: 3650 },
    ...{ revisionsAllDays: 365, revisionsDailyDays: 365 },
  });
  await owner.send('PUT', '/settings/mail', {
    ...{ host: '127.0.0.1', port: mailServer.port, security: 'none', ...mailUser, allowPlainPassword: true },
    ...{ from: 'mail@harbour.example', fromName: 'Harbour' },
  });
  await owner.send('PUT', '/mail-kinds/receipt/texts/de', {
    ...{ subject: 'Danke', text: 'Wir haben es bekommen.' },
  });
  await owner.send('PATCH', '/mail-kinds/importFinished', { on: false });
  await owner.send('POST', '/mail-refusals', { address: 'gone@example.com', reason: 'The mailbox does not exist' });
  await owner.send('PATCH', '/settings/spam', { level: 'normal', words: ['cheap pills'], domains: ['spam.example'] });
  await owner.send('PATCH', '/backup-plan', { enabled: false, time: '03:00', everyHours: 24, keep: '7d,4w' });

  for (const role of ['admin', 'editor', 'author', 'support'])
    await owner.send('POST', '/users', { name: `The ${role}`, email: address(role), role, password });
  const author = await personFrom(filling, '/sessions', { email: address('author'), password });
  const editor = await personFrom(filling, '/sessions', { email: address('editor'), password });
  await useSecondFactor(editor);
  await owner.send('POST', '/users/invitations', { name: 'Invited', email: address('invited'), role: 'editor' });
  await owner.send('POST', '/tokens', {
    name: 'Shop',
    scopes: ['content:read', 'forms:read'],
    expiresAt: '2126-01-01T00:00:00Z',
  });
  const { id } = await owner.send('POST', '/tokens', { name: 'Revoked', scopes: ['content:read'] });
  await owner.send('DELETE', `/tokens/${id}`);
  await send(filling, 'POST', '/password-resets', { email: address('support') });
  return { owner, author };
}

async function useSecondFactor(person: Person): Promise<void> {
  const { secret } = await person.send('POST', '/me/second-factor', { password });
  await person.send('POST', '/me/second-factor/confirm', { code: totp(secret) });
}

/** RFC 6238. */
function totp(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
