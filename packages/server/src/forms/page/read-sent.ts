// What a browser sends from a page with a form: answers, files, those that it sent before, and where it is among the steps.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { rowFieldsOf } from '../../fields/field-kinds.ts';
import { removedFileName } from '../../fields/form-controls.ts';
import { addRowName, removeRowName } from '../../fields/rows-control.ts';
import type { StagedFile } from '../../files/files.ts';
import type { Fault } from '../../lib/errors.ts';
import type { Form } from '../form/form.ts';
import { fileRulesOf } from '../form/form-fields.ts';
import { operationIn, tokenName } from '../form/page-token.ts';
import { receiveBody } from '../submit/take-submission.ts';
import { keptFileName, readKeptFiles } from './kept-files.ts';
import { addressName, type LaterStep, laterName, readLater } from './later-page.ts';
import { pricesName } from './sent-again.ts';
import { moveName, readMove, stepName, stepsOf } from './steps.ts';
import { reachedName } from './visit.ts';

export type Sent = {
  /** What was sent, without what only the page itself needs. */
  values: Record<string, unknown>;
  tokenText: unknown;
  /** Of this request: to be removed if they are not used. */
  uploaded: StagedFile[];
  /** Those of this request, and of earlier ones of the same page. */
  files: StagedFile[];
  /** That were sent with an earlier request and are not there any more. */
  gone: StagedFile[];
  /** That belong to a submission, which this page sent before. */
  attached: StagedFile[];
  /** The prices that the page showed (sent-again.ts). */
  prices: unknown;
  faults: Fault[];
  move: ReturnType<typeof readMove>;
  /** The row that a button of the page adds or removes. */
  rowChange: RowChange | null;
  /** What the visitor does to go on later. */
  later: LaterStep | null;
  /** Which steps the page says were reached (visit.ts). */
  reached: unknown;
};

/**
 * `isOwn`: from our own page, whose inputs beside the fields are not answers. Null once an earlier response is repeated.
 */
export async function readSent(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  isOwn: boolean,
): Promise<Sent | null> {
  const received = await receiveBody(request, reply, form, { isKeyed: !isOwn, largeFiles: 'fault' });
  if (!received) return null;
  const { values: body, files: uploaded, faults } = received;
  const { [tokenName]: tokenText, ...answers } = body;
  if (!isOwn)
    return {
      values: answers,
      tokenText,
      uploaded,
      files: uploaded,
      gone: [],
      attached: [],
      prices: undefined,
      faults,
      move: null,
      rowChange: null,
      later: null,
      reached: null,
    };
  const {
    [stepName]: _step,
    [moveName]: _move,
    [reachedName]: reached,
    [keptFileName]: carried,
    [removedFileName]: removed,
    [addRowName]: _added,
    [removeRowName]: _removedRow,
    [laterName]: _later,
    [addressName]: _address,
    [pricesName]: prices,
    ...values
  } = answers;
  const kept = await readKeptFiles(request.ctx, form.id, operationIn(String(tokenText)), { carried, removed });
  return {
    ...{ values, tokenText, uploaded, gone: kept.gone, attached: kept.attached, prices, reached },
    ...joinFiles(form, kept.files, uploaded, faults),
    move: readMove(body, stepsOf(form.fields).length),
    rowChange: readRowChange(form, body),
    later: readLater(body),
  };
}

/** A new file replaces the one that was sent before, unless the field accepts several. */
function joinFiles(form: Form, kept: readonly StagedFile[], uploaded: readonly StagedFile[], faults: readonly Fault[]) {
  const files: StagedFile[] = [];
  const tooMany: Fault[] = [];
  for (const [name, { maxFiles }] of fileRulesOf(form.fields)) {
    const [before, now] = [kept, uploaded].map((list) => list.filter(({ fieldName }) => fieldName === name)) as [
      StagedFile[],
      StagedFile[],
    ];
    const all = maxFiles === 1 && now.length > 0 ? now : [...before, ...now];
    files.push(...all.slice(0, maxFiles));
    if (all.length > maxFiles) {
      const detail = `accepts at most ${maxFiles} files`;
      tooMany.push({ pointer: `/${name}`, code: 'too_many_files', detail });
    }
  }
  return { files, faults: [...faults, ...tooMany] };
}

// The buttons of a page without JavaScript that add a row to a repeated group, or remove one.

type RowChange = {
  /** The name of the group. */
  group: string;
  /** The number of the row that goes; null if one is added. */
  removed: number | null;
};

function readRowChange(
  { fields }: Form,
  { [addRowName]: added, [removeRowName]: removed }: Record<string, unknown>,
): RowChange | null {
  const isGroup = (name: string): boolean => fields.some((field) => field.name === name && rowFieldsOf(field) !== null);
  if (typeof added === 'string' && isGroup(added)) return { group: added, removed: null };
  const [, group = '', row] = /^(.+)\.(\d{1,4})$/.exec(String(removed)) ?? [];
  return row !== undefined && isGroup(group) ? { group, removed: Number(row) } : null;
}

/** What was sent, without the row that goes. */
export function changeRows(values: Record<string, unknown>, { group, removed }: RowChange): Record<string, unknown> {
  if (removed === null) return values;
  const start = `${group}.${removed}.`;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(start)));
}
