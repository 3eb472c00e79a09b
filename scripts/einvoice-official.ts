// Checks random invoices and credit notes with the official rules of EN 16931, in both syntaxes:
//
//   git clone https://github.com/ConnectingEurope/eInvoicing-EN16931 FOLDER
//   npm install --prefix FOLDER saxon-js xslt3
//   npm run einvoice:official -- FOLDER [COUNT] [SEED]
//
// The rules are XSLT, which is compiled once. Nothing of them is part of this project.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { writeCii } from '../packages/server/src/invoices/write-cii.ts';
import { writeUbl } from '../packages/server/src/invoices/write-ubl.ts';
import { documentsOf, sale } from '../packages/server/test/support/random-sales.ts';

const [folder = '', count = '2000', seed = '1'] = process.argv.slice(2);
const load = createRequire(path.resolve(folder, 'package.json'));
// biome-ignore lint/suspicious/noExplicitAny: it has no types
const saxon: any = load('saxon-js');

function compiled(syntax: 'ubl' | 'cii'): string {
  const sheet = path.join(folder, syntax, 'xslt', `EN16931-${syntax.toUpperCase()}-validation.xslt`);
  const output = `${sheet}.sef.json`;
  if (!existsSync(output))
    execFileSync('npx', ['xslt3', `-xsl:${sheet}`, `-export:${output}`, '-nogo'], { cwd: folder });
  return output;
}

const sheets = [compiled('ubl'), compiled('cii')].map((file) => JSON.parse(readFileSync(file, 'utf8')));
const broken = new Map<string, { count: number; example: string }>();
let checked = 0;
for (const each of fc.sample(sale, { numRuns: Number(count), seed: Number(seed) }))
  for (const eInvoice of documentsOf(each))
    for (const [at, document] of [writeUbl(eInvoice), writeCii(eInvoice)].entries()) {
      const { principalResult } = saxon.transform({
        stylesheetInternal: sheets[at],
        sourceText: document,
        destination: 'serialized',
      });
      checked++;
      for (const [, attributes = ''] of principalResult.matchAll(/<svrl:failed-assert([^>]*)>/g)) {
        const rule = `${['UBL', 'CII'][at]} ${/ id="([^"]+)"/.exec(attributes)?.[1]}`;
        const known = broken.get(rule);
        broken.set(rule, { count: (known?.count ?? 0) + 1, example: known?.example ?? document });
      }
    }

console.log(`${checked} documents of ${count} invoices checked`);
for (const [rule, { count, example }] of broken) console.log(`${rule}: broken by ${count}, such as\n${example}`);
process.exitCode = broken.size > 0 ? 1 : 0;
