// Who can sign in and with what, and the audit log.

import { type Baseline, index, where } from './create-tables.ts';

export async function createAccounts({ types: c, createTable }: Baseline): Promise<void> {
  await createTable('users', {
    id: c.id,
    email: c.text,
    emailKey: c.uniqueText,
    name: c.text,
    role: c.text,
    passwordHash: c.text,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createTable(
    'sessions',
    {
      id: c.id,
      userId: c.text,
      hash: c.uniqueText,
      userAgent: c.optionalText,
      ip: c.optionalText,
      signedInWith: c.text,
      createdAt: c.text,
      lastSeenAt: c.text,
    },
    index('userId'),
    index('lastSeenAt'),
  );
  await createTable(
    'passwordLinks',
    {
      id: c.id,
      userId: c.text,
      purpose: c.text,
      hash: c.uniqueText,
      createdAt: c.text,
      expiresAt: c.text,
    },
    index('userId', 'createdAt'),
    index('expiresAt'),
  );
  await createTable('secondFactors', {
    userId: c.id,
    sealedSecret: c.text,
    confirmedAt: c.optionalText,
    lastStep: c.integer,
    createdAt: c.text,
  });
  await createTable('recoveryCodes', { hash: c.id, userId: c.text, createdAt: c.text }, index('userId'));
  await createTable(
    'passkeys',
    {
      id: c.id,
      userId: c.text,
      credentialId: c.uniqueText,
      publicKey: c.text,
      counter: c.bigInteger,
      transports: c.text,
      host: c.text,
      synced: c.flag,
      name: c.text,
      createdAt: c.text,
      lastUsedAt: c.optionalText,
    },
    index('userId', 'createdAt', 'id'),
  );
  await createTable('usedChallenges', { hash: c.id, expiresAt: c.text }, index('expiresAt'));
  await createTable('tokens', {
    id: c.id,
    name: c.text,
    hash: c.uniqueText,
    lastFour: c.text,
    scopes: c.json,
    expiresAt: c.optionalText,
    lastUsedAt: c.optionalText,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createTable('revokedTokens', { hash: c.id, revokedAt: c.text });
  await createTable(
    'auditLog',
    {
      id: c.id,
      createdAt: c.text,
      actorKind: c.text,
      actorId: c.optionalText,
      actorName: c.optionalText,
      operation: c.text,
      thingKind: c.optionalText,
      thingId: c.optionalText,
      thingName: c.optionalText,
      outcome: c.text,
      details: c.json,
      ip: c.optionalText,
      browser: c.optionalText,
      requestId: c.optionalText,
    },
    index('createdAt', 'id'),
    index('actorId', 'createdAt', 'id'),
    index('thingId', 'createdAt', 'id'),
    index('operation', 'createdAt', 'id'),
    where(`"outcome" = 'denied'`, index('outcome', 'createdAt', 'id')),
  );
}
