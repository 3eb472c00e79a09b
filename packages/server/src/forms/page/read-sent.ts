// What a browser sends from a page with a form: answers, files, those that it sent before, and where it is among the steps.

import type { FastifyRequest } from 'fastify';
import { removedFileName } from '../../fields/form-controls.ts';
import { addRowName, removeRowName } from '../../fields/rows-control.ts';
import type { StagedFile } from '../../files/files.ts';
import { readMultipart } from '../../http/form-bodies.ts';
import type { Fault } from '../../lib/errors.ts';
import { fileRulesOf } from '../form-fields.ts';
import type { Form } from '../forms.ts';
import { addressName, type LaterStep, laterName, readLater } from '../later/later-page.ts';
import { reachedName } from '../steps/visit.ts';
import { type RowChange, readRowChange } from './change-rows.ts';
import { keptFileName, readKeptFiles } from './kept-files.ts';
import { operationIn, tokenName } from './page-token.ts';
import { pricesName } from './sent-again.ts';
import { moveName, readMove, stepName, stepsOf } from './steps.ts';

export type Sent = {
  /** The body as it was sent. */
  body: Record<string, unknown>;
  /** What is left of it without what only the page itself needs. */
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
  /** Which steps the page says were reached (forms/steps). */
  reached: unknown;
};

/** `isOwn`: from our own page, whose inputs beside the fields are not answers. */
export async function readSent(request: FastifyRequest, form: Form, isOwn: boolean): Promise<Sent> {
  const { values: body, files: uploaded, faults } = await readBody(request, form);
  const { [tokenName]: tokenText, ...answers } = body;
  if (!isOwn)
    return {
      body,
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
    ...{ body, values, tokenText, uploaded, gone: kept.gone, attached: kept.attached, prices, reached },
    ...joinFiles(form, kept.files, uploaded, faults),
    move: readMove(body, stepsOf(form.fields).length),
    rowChange: readRowChange(form, body),
    later: readLater(body),
  };
}

async function readBody(request: FastifyRequest, form: Form) {
  if (request.isMultipart()) return readMultipart(request, fileRulesOf(form.fields), { largeFiles: 'fault' });
  return { values: { ...(request.body as Record<string, unknown> | null) }, files: [], faults: [] };
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
