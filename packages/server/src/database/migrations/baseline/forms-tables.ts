// Forms, and what is submitted with them.

import { type Baseline, index, key, unique, where } from './create-tables.ts';

export async function createForms(baseline: Baseline): Promise<void> {
  const { types: c, createTable } = baseline;
  await createTable('forms', {
    id: c.id,
    slug: c.uniqueText,
    name: c.text,
    public: c.flag,
    open: c.flag,
    strict: c.flag,
    maxSubmissions: c.optionalInteger,
    successUrl: c.optionalText,
    fields: c.json,
    settings: c.json,
    origins: c.json,
    language: c.optionalText,
    translations: c.json,
    version: c.integer,
    createdAt: c.text,
    updatedAt: c.text,
  });
  await createTable(
    'formVersions',
    {
      formId: c.text,
      lastVersion: c.integer,
      fields: c.json,
      language: c.optionalText,
      translations: c.json,
      replacedAt: c.text,
    },
    key('formId', 'lastVersion'),
  );
  await createTable(
    'formSteps',
    { formId: c.text, day: c.text, step: c.integer, reached: c.integer, lastReached: c.integer },
    key('formId', 'day', 'step'),
  );
  await createTable(
    'discounts',
    {
      id: c.id,
      formId: c.text,
      code: c.text,
      codeKey: c.text,
      percentOff: c.optionalInteger,
      amountOff: c.optionalMoney,
      currency: c.optionalText,
      appliesTo: c.optionalJson,
      validFrom: c.optionalText,
      validUntil: c.optionalText,
      version: c.integer,
      createdAt: c.text,
      updatedAt: c.text,
    },
    unique('formId', 'codeKey'),
  );
  await createSubmissions(baseline);
  await createSpam(baseline);
}

function columnsOfSubmissions({ types: c }: Baseline) {
  return {
    id: c.id,
    formId: c.text,
    formVersion: c.optionalInteger,
    status: c.text,
    data: c.json,
    extra: c.json,
    consents: c.optionalJson,
    removedAnswers: c.optionalJson,
    searchText: c.text,
    language: c.optionalText,
    contactId: c.optionalText,
    paymentId: c.optionalUniqueText,
    createdAt: c.text,
    updatedAt: c.text,
  };
}

async function createSubmissions(baseline: Baseline): Promise<void> {
  const { types: c, createTable } = baseline;
  await createTable(
    'submissions',
    {
      ...columnsOfSubmissions(baseline),
      unread: c.flag,
      starred: c.flag,
      progress: c.text,
      assigneeId: c.optionalText,
    },
    index('formId', 'createdAt', 'id'),
    index('createdAt', 'id'),
    index('contactId'),
    // Small: most submissions have been read and are done. A constant column in front lets SQLite look for it.
    where('"unread" = 1', index('unread', 'createdAt', 'id', 'formId')),
    where(`"progress" <> 'done'`, index('createdAt', 'id', 'progress', 'formId')),
    where('"starred" = 1', index('starred', 'createdAt', 'id', 'formId')),
    where('"assigneeId" is not null', index('assigneeId', 'createdAt', 'id')),
  );
  await createTable(
    'submissionNotes',
    {
      id: c.id,
      submissionId: c.text,
      authorId: c.optionalText,
      authorName: c.optionalText,
      text: c.text,
      createdAt: c.text,
    },
    index('submissionId', 'createdAt', 'id'),
  );
  await createTable(
    'submissionReplies',
    {
      id: c.id,
      submissionId: c.text,
      recipient: c.text,
      subject: c.text,
      text: c.text,
      authorId: c.optionalText,
      authorName: c.optionalText,
      createdAt: c.text,
    },
    index('submissionId', 'createdAt', 'id'),
  );
  await createTable('submissionDrafts', {
    submissionId: c.id,
    type: c.text,
    itemId: c.optionalText,
    fault: c.optionalText,
    createdAt: c.text,
  });
  await createTable(
    'uniqueAnswers',
    { key: c.id, formId: c.text, field: c.text, submissionId: c.text },
    index('formId', 'field'),
    index('submissionId'),
  );
  await createTable(
    'savedAnswers',
    {
      id: c.id,
      formId: c.text,
      email: c.text,
      language: c.text,
      answers: c.json,
      mails: c.integer,
      mailedAt: c.text,
      expiresAt: c.text,
    },
    index('formId'),
    index('expiresAt'),
  );
}

async function createSpam(baseline: Baseline): Promise<void> {
  const { types: c, createTable } = baseline;
  await createTable(
    'spamSubmissions',
    {
      ...columnsOfSubmissions(baseline),
      score: c.optionalInteger,
      scoreLimit: c.optionalInteger,
      reasons: c.json,
      returnTo: c.json,
      published: c.flag,
      movedAt: c.text,
    },
    index('formId', 'createdAt', 'id'),
    index('createdAt', 'id'),
    index('movedAt', 'id'),
  );
  await createTable(
    'spamNotes',
    { id: c.id, processId: c.text, kind: c.text, notes: c.text, createdAt: c.text, expiresAt: c.text },
    index('createdAt', 'id'),
    index('expiresAt'),
  );
  await createTable('usedSolutions', { id: c.id, submissionId: c.text, expiresAt: c.text }, index('expiresAt'));
}
