// What the API says about imports.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../http/list-of-records.ts';
import { bodyOf, Id, nullable, Time } from '../http/schemas.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const Counts = (description: string) => Type.Record(Type.String(), count('Number of records'), { description });

const Found = Type.Object(
  {
    name: Type.String({ description: 'As it is called in the export' }),
    type: Type.Optional(Type.String({ description: 'The content type, if it is an item' })),
    id: Type.Optional(Type.String({ description: 'Of the item or media record' })),
  },
  {
    title: 'ImportedRecord',
    description: 'Something that an import found; with an ID if it is an item or a media record',
  },
);

const FoundRecords = Type.Object(
  {
    what: Type.String({ description: 'A kind of record, or a sentence about the records' }),
    count: count('Number of records'),
    examples: Type.Array(Found, { description: 'The first of them' }),
  },
  { title: 'ImportedRecords', description: 'Records that an import counted, and the first of them' },
);

const TimeZone = Type.Object(
  {
    name: Type.String({ description: 'An IANA name or an offset such as `+02:00`' }),
    from: Type.Enum(['option', 'export', 'default'], {
      description: 'Whether it was given, published items show it, or it is UTC because they do not',
    }),
  },
  { description: 'Of dates that are not given in UTC' },
);

const Skipped = Type.Array(
  Type.Object({
    what: Type.String({ description: 'A kind of record' }),
    count: count('Number of records'),
    why: Type.String({ description: 'Why these are not imported' }),
  }),
  { description: 'What is never imported' },
);

const Summary = Type.Object(
  {
    version: Type.String({ description: 'Of the format' }),
    title: Type.String({ description: 'Of the site' }),
    baseUrl: Type.String({ description: 'Of the site' }),
    authors: count('Number of authors'),
    terms: Counts('By taxonomy'),
    items: Counts('By content type, with those that will be skipped'),
    comments: count('Number of comments, which are not imported'),
    skipped: Skipped,
    timeZone: TimeZone,
  },
  { title: 'ImportSummary', description: 'What an export has' },
);

const Report = Type.Object(
  {
    site: Type.Object(
      {
        title: Type.String({ description: 'Name of the site' }),
        link: Type.String({ description: 'URL of the site' }),
      },
      { description: 'The site that was exported' },
    ),
    timeZone: TimeZone,
    created: Counts('By kind: content types, `media`, `tag`, `category`, `author`'),
    existing: Counts('By kind: unchanged since an earlier import, or there under the same slug'),
    changed: Type.Array(FoundRecords, {
      description: 'Changed in the export, and left as they are: `update` updates them',
    }),
    updated: Type.Array(FoundRecords, { description: 'Changed in the export, and updated here' }),
    edited: Type.Array(FoundRecords, { description: 'Changed in the export and edited here: left as edited here' }),
    skipped: Skipped,
    hidden: Type.Array(Type.String(), {
      description: 'Custom fields that WordPress hides: kept apart until a content type declares them',
    }),
    open: Type.Array(
      Type.Object({
        what: Type.String({ description: 'What it waits for' }),
        count: count('Number of records that wait'),
        examples: Type.Array(Type.String(), { description: 'Some IDs or names' }),
      }),
      {
        description: 'What waits for another file of the same site, with some of the IDs or names that it waits for',
      },
    ),
    notes: Type.Array(FoundRecords, { description: 'What differs from the export' }),
  },
  { title: 'ImportReport', description: 'What an import has done' },
);

const options = {
  update: Type.Boolean({
    description: 'Whether items that changed in the export and were not edited here are updated',
  }),
  events: Type.Boolean({
    description: 'Whether webhooks and the feed of events are notified of what it publishes and updates',
  }),
  timeZone: nullable(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Of dates that are not given in UTC, such as `Europe/Vienna` or `+02:00`. Null: as published items show',
    }),
  ),
};

export const importStatuses = [
  'pending',
  'checking',
  'checked',
  'importing',
  'completed',
  'failed',
  'canceled',
] as const;

export const ImportSchema = Type.Object(
  {
    id: Id,
    status: Type.Enum([...importStatuses], {
      title: 'ImportStatus',
      description:
        '`checking`: the file is read to its end before anything is stored. `checked`: it waits to be started. After `failed` and `canceled`, what has been stored stays; importing the file again continues',
    }),
    fileName: Type.String({ description: 'As it was uploaded' }),
    size: Type.Integer({ minimum: 0, description: 'Of the file, in bytes' }),
    ...options,
    progress: nullable(
      Type.Object(
        {
          bytes: Type.Integer({ minimum: 0, description: 'How much of the file has been read in this phase' }),
          created: count('Records created so far'),
          updated: count('Records updated so far'),
          unchanged: count('Records that were there already'),
          skipped: count('Records of kinds that are not imported'),
          problems: Type.Integer({ minimum: 0, description: 'Records that were changed in both places' }),
        },
        { title: 'ImportProgress', description: 'Read it again every second or so' },
      ),
    ),
    runs: Type.Integer({
      minimum: 0,
      description:
        'How often it was begun. More than once if the service stopped meanwhile: what was stored before counts as unchanged then',
    }),
    summary: nullable(Summary),
    report: nullable(Report),
    error: nullable(
      Type.Object(
        {
          detail: Type.String({ description: 'One sentence for the person who chose the file' }),
          line: nullable(Type.Integer({ description: 'In the file' })),
          column: nullable(Type.Integer({ description: 'In the line' })),
        },
        { title: 'ImportError', description: 'Why an import failed' },
      ),
    ),
    by: nullable(
      Type.Object(
        { id: Id, name: nullable(Type.String({ description: 'As it was at that time' })) },
        { description: 'The user or API key that started it' },
      ),
    ),
    createdAt: Time,
    startedAt: nullable({ ...Time, description: 'When it was begun for the first time' }),
    endedAt: nullable({ ...Time, description: 'When it was completed, failed or canceled' }),
  },
  { title: 'Import', description: 'The import of an uploaded export' },
);
export type Import = Static<typeof ImportSchema>;

/** Which imports to list. */
export const ImportChange = bodyOf(
  { status: Type.Literal('canceled', { description: 'Ends an import that has not ended' }) },
  { title: 'ImportChange', description: 'What to change of an import', examples: [{ status: 'canceled' }] },
);

export const importList = listOfRecords({
  item: ImportSchema,
  filters: ['status', 'fileName', 'createdAt', 'startedAt', 'endedAt'],
  sort: ['-createdAt'],
});

/** The options that come with a file. */
export const UploadedImport = bodyOf({
  update: Type.Optional({ ...options.update, default: false }),
  events: Type.Optional({ ...options.events, default: false }),
  timeZone: Type.Optional(options.timeZone),
  checkOnly: Type.Optional(
    Type.Boolean({ description: 'Whether to stop after checking the file, until it is started', default: false }),
  ),
});
export type UploadedImport = Static<typeof UploadedImport>;

/** May be left out. */
export const ImportStart = nullable(
  bodyOf(
    {
      update: Type.Optional(options.update),
      events: Type.Optional(options.events),
      timeZone: Type.Optional(options.timeZone),
    },
    { title: 'ImportStart', description: 'Options that replace those that came with the file' },
  ),
);
export type ImportStart = NonNullable<Static<typeof ImportStart>>;
