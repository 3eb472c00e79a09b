// Pages about moving in and out, and about operation.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Notes } from '../page-notes.ts';
import type { OpenPage } from '../run-page.ts';
import { drawHarbor, exportSite, signIn } from './given.ts';

const read = ({ folder }: OpenPage, file: string): Promise<string> => readFile(path.join(folder, file), 'utf8');

export const operationPages: Notes = {
  'docs/import.md': {
    alone: true,
    async given(page) {
      await exportSite(page);
      await signIn(page);
    },
  },
  'docs/export.md': {
    alone: true,
    given: signIn,
    prints: { 'The file': [/^\d+\n?$/] },
  },
  'docs/schema.md': {
    alone: true,
    given: signIn,
    prints: { Push: [/^~ settings\n[\s\S]*\+ type tour\n[\s\S]*\+ category islands\n[\s\S]*\+ webhook form booking /] },
    outcome: {
      Push: async ({ shell }) => assert.equal((await shell.run('frontdesk schema diff site.yaml')).trim(), ''),
    },
  },
  'docs/backup.md': {
    alone: true,
    // It asks first, which needs a terminal.
    edits: [['--data restored\n', '--data restored --yes\n']],
    prints: {
      'Back up and restore': [/^Backed up to backups\/frontdesk-.*\.tar .*checked/],
      'What is in it': [/key {7}sealed/],
      'By schedule': [/"status":"pending"[\s\S]*"total":1[\s\S]*"enabled":true/],
      Restore: [/^Restored into .*restored\./],
      'The drill': [/^Restored into .*drill\./],
    },
  },
  'docs/command-line.md': {
    alone: true,
    given: drawHarbor,
    prints: {
      'On a running service': [
        /^/,
        /^welcome-to-frontdesk\t.*\nwalking-tour\t.*\nID\titem_/,
        /\/preview\/[\s\S]*\ntitle\tWalking tour\tNight tour\n/,
        /^update\twalking-tour\tpublish\ttrue\t.*\ncreate\tharbor-tour\tdraft\ttrue\t/m,
        /^(med_\w+)\tharbor\.jpg\timage\/jpeg\t[\s\S]*\?link=[\s\S]*\n\1\n?$/,
        /^product\tNight tour\t/,
        /^/,
        /^harbor-tour\tpublish\t/,
      ],
      'In the folder of the service': [/up to date\.\nfd_/],
    },
    outcome: {
      async 'On a running service'(page) {
        const events = (await read(page, 'events.ndjson')).trimEnd().split('\n');
        assert.ok(
          events.some((line) => JSON.parse(line).type === 'item.updated'),
          events.join('\n'),
        );
        assert.match(await read(page, 'posts.ndjson'), /^\{.*"slug":"welcome-to-frontdesk".*\}\n$/);
      },
    },
  },
};
