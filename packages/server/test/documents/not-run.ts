// The blocks that no test of the documents runs or checks, and why.

import type { Block } from './read-blocks.ts';

type NotRun = { page: string; heading: string; language: string; why: string };

const picture = 'It is a picture.';
const packaged = 'package.test.ts installs the package and starts it.';
const outside = 'It is the configuration of a program that the tests do not bring.';
const container = 'It needs Docker, and images from a registry.';
const exampleOfAstro = 'astro-example.test.ts follows it with the files of the example.';
const root = 'It changes the system that it runs on.';

export const notRun: readonly NotRun[] = [
  { page: 'ARCHITECTURE.md', heading: 'Architecture', language: 'text', why: picture },
  { page: 'ARCHITECTURE.md', heading: 'Storeys', language: 'text', why: 'rules.ts checks the layers.' },
  { page: 'CONTRIBUTING.md', heading: 'The version before', language: 'sh', why: 'It needs the tag of a release.' },
  { page: 'README.md', heading: 'Start', language: 'sh', why: packaged },
  { page: 'docs/backup.md', heading: 'In an S3 store', language: 'sh', why: 'It needs a store.' },
  { page: 'docs/backup.md', heading: 'Litestream for SQLite', language: 'yaml', why: outside },
  {
    page: 'docs/backup.md',
    heading: "PostgreSQL's own tools",
    language: 'sh',
    why: 'It needs two databases of the reader.',
  },
  { page: 'docs/concepts.md', heading: 'Concepts', language: 'text', why: picture },
  { page: 'docs/guides/astro.md', heading: 'Start it', language: 'sh', why: exampleOfAstro },
  { page: 'docs/guides/astro.md', heading: 'Forms that sell', language: 'astro', why: exampleOfAstro },
  {
    page: 'docs/scale.md',
    heading: 'Files in an S3 store',
    language: 'json',
    why: 'It is a policy of a store, not of the API.',
  },
  {
    page: 'docs/scale.md',
    heading: 'Move an existing site',
    language: 'sh',
    why: 'It needs a store.',
  },
  { page: 'docs/guides/nextjs.md', heading: 'The project', language: 'sh', why: 'It installs packages from npm.' },
  {
    page: 'docs/guides/nextjs.md',
    heading: 'Run it',
    language: 'sh',
    why: 'It needs those packages, which have 378 MB.',
  },
  {
    page: 'docs/observability.md',
    heading: 'Logs',
    language: 'json',
    why: 'The tests of the log compare its lines with the table of this page.',
  },
  { page: 'docs/observability.md', heading: 'Logs', language: 'sh', why: 'It looks for a request of the reader.' },
  { page: 'docs/observability.md', heading: 'Metrics', language: 'yaml', why: outside },
  { page: 'docs/observability.md', heading: 'Traces', language: 'sh', why: 'It installs packages from npm.' },
  { page: 'docs/production.md', heading: 'Install', language: 'sh', why: root },
  { page: 'docs/production.md', heading: 'Proxy', language: 'caddy', why: outside },
  { page: 'docs/production.md', heading: 'Containers', language: 'sh', why: container },
  {
    page: 'docs/types.md',
    heading: 'Differences',
    language: 'text',
    why: 'The tests of the client have these messages.',
  },
  {
    page: 'packages/client/README.md',
    heading: 'Installation',
    language: 'sh',
    why: 'new-project.test.ts follows it.',
  },
];

/** Null for a block that a test runs or checks. */
export function reasonNotToRun({ page, heading, language }: Block): string | null {
  const found = notRun.find((entry) => entry.page === page && entry.heading === heading && entry.language === language);
  return found?.why ?? null;
}
