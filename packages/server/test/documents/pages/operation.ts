// Pages about moving in and out, and about operation.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mailEnvironment, startMailServer } from '../../support/mail-server.ts';
import type { Notes } from '../page-notes.ts';
import type { OpenPage } from '../run-page.ts';
import { drawHarbor, signIn } from './given.ts';

const read = ({ folder }: OpenPage, file: string): Promise<string> => readFile(path.join(folder, file), 'utf8');

export const operationPages: Notes = {
  'docs/backup.md': {
    alone: true,
    given: async (page) => {
      await signIn(page);
      // It asks first, which needs a terminal.
      return [['--data restored\n', '--data restored --yes\n']];
    },
    prints: {
      'Back up and restore': [/^Backed up to backups\/frontdesk-.*\.tar .*checked/],
      'What is in it': [/key {7}sealed/],
      'By schedule': [/"status":"pending"[\s\S]*"total":1[\s\S]*"enabled":true/],
      Restore: [/^Restored into .*restored\./],
      'The drill': [/^Restored into .*drill\./],
      Export: [/^/, /^/, /^\d+\n?$/],
    },
  },
  'docs/production.md': {
    alone: true,
    // The address, the mail server and the passphrase of the reader; payments stay in the sandbox.
    async given({ folder, origin }, t) {
      const settings = {
        FRONTDESK_PUBLIC_URL: origin,
        ...mailEnvironment(await startMailServer(t)),
        FRONTDESK_BACKUP_PASSPHRASE: 'six words that you keep in a safe',
      };
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(path.join(folder, '.env'), lines.join(''));
      return [
        ['/mnt/backups/first.tar', 'first.tar'],
        ['/mnt/backups/first.tar', 'first.tar'],
      ];
    },
    prints: {
      Backup: [/^Backed up to first\.tar .*checked[\s\S]*key {7}sealed[\s\S]*Restored into .*drill\./],
      Doctor: [/✓ public address[\s\S]*✓ mail[\s\S]*! processor[\s\S]*Faults: 0\. Warnings: 1\./],
    },
  },
  'docs/command-line.md': {
    alone: true,
    given: drawHarbor,
    prints: {
      'On a running service': [
        /^/,
        /^id\tcon_[\s\S]*^id\tname\tfields\.company\ncon_\w+\tAda Lovelace\tACME$[\s\S]*^slug\tcallback$/m,
        /^item_\w+\twelcome-to-frontdesk\t[\s\S]*^slug\ttitle\tfields\.price\nwalking-tour\t[\s\S]*^fields\.price\t26$/m,
        /^url\t.*\/preview\/[\s\S]*\nchanges\t.*"member":"title","before":"Walking tour","after":"Night tour"/m,
        /^action\tslug\t.*\nupdate\twalking-tour\tpublish\ttrue\t.*\ncreate\tharbor-tour\tdraft\ttrue\t/m,
        /^(med_\w+)\tharbor\.jpg\timage\/jpeg\t[\s\S]*\?link=[\s\S]*\n\1\ttrue\n?$/m,
        /^product\tNight tour\t/m,
        /^slug\tharbor-tour\n[\s\S]*^status\tpublish$/m,
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
