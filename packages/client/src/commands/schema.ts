// `frontdesk schema pull`, `diff` and `push`: the shape of a site as a file.

import { readFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { AdminClient } from '../admin.ts';
import { CommandError, UsageError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import { withoutControls } from '../cli/format-table.ts';
import type { Output } from '../cli/output.ts';
import { FrontdeskError } from '../frontdesk-error.ts';
import { applyPlan, ChangedMeanwhile, type Environment } from '../schema/apply-plan.ts';
import { type CheckedFile, readShapeFile } from '../schema/check-file.ts';
import { makePlan, type Plan, type Step, titleOf } from '../schema/plan.ts';
import { readSite, shapeOf } from '../schema/read-site.ts';
import { sectionNames } from '../schema/shape.ts';
import { faultsIn, schemaLineOf, schemaLineStart, writeShape } from '../schema/yaml-file.ts';

const scopes =
  'content:read, content:write, forms:read, forms:write, payments:read, payments:write, crm:read, crm:write and admin, or those of the sections in <file>';
const prune = { help: 'remove what the file does not name, in the sections that it has' } as const;

const schemaPull = defineCommand({
  name: 'schema pull',
  summary: 'write the content types, forms, tax rates, webhooks and settings of the site into a YAML file',
  args: '<file>',
  scopes:
    'content:read, content:write, forms:read, payments:read, crm:read and admin, or those of the sections in --only',
  options: {
    only: { value: 'names', help: `only these sections: ${sectionNames.join(', ')}, and terms with taxonomies` },
    terms: { help: 'the categories, the tags and the terms of other taxonomies as well' },
  },
  notes: '- is standard output.',
  examples: ['frontdesk schema pull site.yaml', 'frontdesk schema pull - --only types,forms > shape.yaml'],
  async run({ args: [file = ''], values: { only, terms }, client, output }) {
    if (file === '-' && output.isJson)
      throw new UsageError('--json and - cannot be combined: both write to the output');
    const names = readSections(only, terms);
    const text = await writeShape(shapeOf(await readSite(client, names, () => names.includes('terms')), names));
    if (file === '-') return void process.stdout.write(text);
    const before = await readFile(file, 'utf8').catch(() => '');
    // The line of another site stays, so that a file that is shared does not change with who pulls it.
    const line = schemaLineOf(before) ?? (await findSchemaLine(client));
    const after = line === null ? text : `${line}\n${text}`;
    const isSame = before === after;
    if (!isSame) {
      await writeFile(file, after).catch((error: Error) => {
        throw new CommandError(`${file} cannot be written: ${error.message}`);
      });
    }
    output.result({ file, written: !isSame }, isSame ? `${file} is up to date.` : `${file} was written.`);
  },
});

const schemaDiff = defineCommand({
  name: 'schema diff',
  summary: 'show what push would do; exit with 1 if that is anything',
  args: '<file>',
  scopes,
  options: { prune },
  notes: '- is standard input.',
  examples: ['frontdesk schema diff site.yaml', 'frontdesk schema diff site.yaml --json'],
  exitCodes: { 0: 'nothing differs', 1: 'the site differs', 2: 'it could not be compared' },
  rejectedCode: 2,
  async run({ args: [file = ''], values, client, output }) {
    const checked = await readShapeFile(client, file);
    const plan = await planFor(client, checked, values.prune);
    showPlan(output, plan, checked.source);
    return plan.steps.length === 0 ? 0 : 1;
  },
});

const schemaPush = defineCommand({
  name: 'schema push',
  summary: 'show what differs from the file, ask, and change the site',
  args: '<file>',
  scopes,
  options: {
    yes: { help: 'do not ask' },
    'allow-destructive': { help: 'also do what loses stored data, or makes it no longer fit' },
    prune,
  },
  notes: 'It stops at the first step that fails. What was applied stays; run it again for the rest.',
  examples: [
    'frontdesk schema push site.yaml',
    'frontdesk schema push site.yaml --yes',
    'frontdesk schema push site.yaml --prune --allow-destructive',
  ],
  async run({ args: [file = ''], values, client, output, environment }) {
    const checked = await readShapeFile(client, file);
    const plan = await planFor(client, checked, values.prune);
    const { steps } = plan;
    checkSecrets(checked, steps, environment);
    if (!output.isJson) showPlan(output, plan, checked.source);
    const isDestructive = steps.some(({ losses }) => losses.length > 0);
    if (isDestructive && !values['allow-destructive'])
      throw new UsageError('nothing was changed: what is marked with ! loses data, and needs --allow-destructive');
    if (steps.length > 0 && !values.yes && !(await confirm(steps.length))) {
      output.note('Nothing was changed.');
      return 1;
    }
    const applied: Step[] = [];
    try {
      await applyPlan(client, plan, environment, (step) => {
        applied.push(step);
        if (!output.isJson) output.note(`${doneWords[step.action]} ${withoutControls(titleOf(step))}.`);
      });
    } catch (error) {
      const stopped = steps[applied.length] as Step;
      const rest = `${applied.length} of ${steps.length} steps were applied; run the command again for the rest.`;
      output.note(`Stopped at ${withoutControls(titleOf(stopped))}: ${rest}`);
      if (error instanceof ChangedMeanwhile) {
        output.note(`${error.message}.`);
        return 1;
      }
      throw error instanceof FrontdeskError ? withLines(error, checked, stopped) : error;
    } finally {
      if (output.isJson) output.result({ ...planForPrograms(plan), applied: applied.length }, '');
    }
    return 0;
  },
});

export const schemaCommands = [schemaPull, schemaDiff, schemaPush];

const doneWords = { create: 'Created', change: 'Changed', remove: 'Removed' };

/** Where editors find what they check and complete the file by: the service has it beside its documents. */
async function findSchemaLine(client: AdminClient): Promise<string | null> {
  const { servers } = await client.request<{ servers: { url: string }[] }>('GET', '/openapi.json');
  const url = URL.parse('/docs/frontdesk.schema.json', servers[0]?.url);
  return url && `${schemaLineStart}${url.href}`;
}

function readSections(only: string | undefined, terms: true | undefined): string[] {
  if (only === undefined) {
    const isTerm = (name: string): boolean => name === 'categories' || name === 'tags';
    return terms ? [...sectionNames, 'terms'] : sectionNames.filter((name) => !isTerm(name));
  }
  if (terms) throw new UsageError('--only and --terms cannot be combined: name categories, tags and terms in --only');
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => name !== 'terms' && !sectionNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new UsageError(`--only must be some of ${sectionNames.join(', ')}, not "${unknown}"`);
  if (names.includes('terms') && !names.includes('taxonomies'))
    throw new UsageError('terms stand in their taxonomies: name taxonomies in --only as well');
  return names;
}

/** Throws if the file cannot be applied to this site. */
async function planFor(client: AdminClient, { shape, source, locate }: CheckedFile, prune = false): Promise<Plan> {
  const plan = await makePlan(client, shape, prune);
  if (plan.faults.length === 0) return plan;
  throw faultsIn(
    source,
    plan.faults.map(({ place, what, text }) => ({ ...locate(place, what), text })),
  );
}

function showPlan(output: Output, plan: Plan, source: string): void {
  if (output.isJson) {
    output.result(planForPrograms(plan), '');
    return;
  }
  for (const line of planLines(plan)) console.log(withoutControls(line));
  if (plan.steps.length === 0) output.note(`The site has the shape in ${source}.`);
  if (plan.unnamed.length > 0)
    output.note(`Not in the file, and kept: ${plan.unnamed.map(withoutControls).join(', ')}.`);
  for (const hint of plan.hints) output.note(`${withoutControls(hint)}.`);
}

async function confirm(count: number): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('nothing was changed: there is no terminal to ask on, and no --yes');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test(
      (await prompt.question(`Apply ${count === 1 ? 'this step' : `these ${count} steps`}? [y/N] `)).trim(),
    );
  } finally {
    prompt.close();
  }
}

/** Throws, before anything is changed, if the secret of a new webhook is not there. */
function checkSecrets({ locate, source }: CheckedFile, steps: readonly Step[], environment: Environment): void {
  const faults = steps.flatMap(({ action, entry: { secretEnv }, place }) => {
    if (action !== 'create' || secretEnv === undefined || environment[String(secretEnv)]) return [];
    const text = `the environment variable ${secretEnv}, the secret of this webhook, is not set`;
    return [{ ...locate([...place, 'secretEnv']), text }];
  });
  if (faults.length > 0) throw faultsIn(source, faults);
}

/** Names the line of the file instead of the place in the request. */
function withLines(error: FrontdeskError, { locate, source }: CheckedFile, { place }: Step): FrontdeskError {
  const errors = error.errors.map((fault) => {
    const steps = fault.pointer.split('/').slice(1);
    const { line, column } = locate([...place, ...steps]);
    return { ...fault, pointer: `${source}:${line}:${column} ${steps.join('.')}` };
  });
  const { code, title, status, detail, requestId, retryAfterSeconds, problem } = error;
  return new FrontdeskError({ code, title, status, detail, errors, requestId, retryAfterSeconds, problem });
}

const signs = { create: '+', change: '~', remove: '-' };

/** A line for each step, with its changes below; `!` marks what would be lost. */
function planLines({ steps }: Plan): string[] {
  return steps.flatMap((step) => [
    `${signs[step.action]} ${titleOf(step)}`,
    ...step.changes.map(({ member, before, after }) => {
      if (member.endsWith(' (order)')) return `    ~ ${member}: ${shown(after)}`;
      if (isField(member) && before === null) return `    + ${member}: ${after}`;
      if (isField(member) && after === null) return `    - ${member}: ${before}`;
      return `    ~ ${member}: ${shown(before)} → ${shown(after)}`;
    }),
    ...step.losses.map((loss) => `    ! ${loss}`),
  ]);
}

/** Whether a member is a whole field or block, and not one of its settings. */
function isField(member: string): boolean {
  return /(^|\.)(fields|blocks)\.[^.]+$/.test(member);
}

function shown(value: unknown): string {
  return value === null || value === undefined ? 'none' : JSON.stringify(value);
}

/** What `--json` prints. */
function planForPrograms({ steps, unnamed }: Plan) {
  return {
    steps: steps.map(({ action, section, name, changes, losses }) => ({ action, section, name, changes, losses })),
    kept: unnamed,
  };
}
