// Every block of the documents is run by a test, checked by one, or on a short list with the reason why it is neither.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { faultOf } from './check-block.ts';
import { notRun, reasonNotToRun } from './not-run.ts';
import { documentPages, isOutput, readBlocks, root } from './read-blocks.ts';
import { isRun } from './run-page.ts';

const blocks = documentPages().flatMap(readBlocks);

test('every block is run, is checked, or says why it is neither', () => {
  const faults = blocks.flatMap((block) => {
    const { place, language } = block;
    if (reasonNotToRun(block) !== null) return [];
    if (language === '') return [`${place}: name the language`];
    // What is JSON in a file or an answer is checked by those who read it.
    const isElsewhere = isOutput(block) || (language === 'json' && isRun(block));
    const fault = isElsewhere ? null : faultOf(block);
    if (fault) return [`${place}: ${fault}`];
    return isRun(block) || isOutput(block) || fault === null
      ? []
      : [`${place}: no test runs or checks it: see "Examples in documents" in CONTRIBUTING.md`];
  });
  assert.deepEqual(faults, []);
});

test('what is not run still stands in the documents', () => {
  const stands = (entry: (typeof notRun)[number]): boolean =>
    blocks.some(
      ({ page, heading, language }) => entry.page === page && entry.heading === heading && entry.language === language,
    );
  assert.deepEqual(
    notRun.filter((entry) => !stands(entry)),
    [],
  );
});

/** Until its name is registered, npm would install what someone else puts there. */
const fromRegistry = /\bnpm (?:i|install|add)\b[^\n&]*\s(?:frontdesk|@frontdesk\/client)(?![\w./-])/;
const startsUninstalled = /^(?:[A-Z_]+=\S+ )*npx (?:-y |--yes )?(?:frontdesk|@frontdesk\/client)(?:@\S+)?$/m;

test('what installs or starts the service is the packed file or the clone, and not a name that is not on npm', () => {
  const version = JSON.parse(readFileSync(path.join(root, 'packages/server/package.json'), 'utf8')).version as string;
  const faults = blocks.flatMap(({ page, place, language, code }) => {
    // Its readers find this page on npm.
    if (language !== 'sh' || page === 'packages/server/README.md') return [];
    const named = [...code.matchAll(/frontdesk-([\d.]+)\.tgz/g)].filter(([, packed]) => packed !== version);
    const isTrap = fromRegistry.test(code) || startsUninstalled.test(code);
    const says = readFileSync(path.join(root, page), 'utf8').includes('npm run pack');
    return [
      ...named.map(([file]) => `${place}: ${file} is not of the version ${version}`),
      ...(isTrap && !says ? [`${place}: show the packed file, as docs/start.md does`] : []),
    ];
  });
  assert.deepEqual(faults, []);
});

test('what is shown as output follows a command', () => {
  for (const [index, block] of blocks.entries()) {
    if (!isOutput(block) || reasonNotToRun(block) !== null) continue;
    const before = blocks.slice(0, index).findLast((other) => !isOutput(other));
    assert.ok(before?.page === block.page && before.section === block.section, `${block.place} has no command`);
  }
});
