// What kind of statement an SQL text is.

import { currentWork, type Log, type Observer } from './observer.ts';

// SQL as it is logged and traced.

const maxLength = 2000;

/** Parameters have placeholders already; the few texts and numbers that are written out get one too. */
export function withoutValues(text: string): string {
  const short = text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w"$.])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return short.length > maxLength ? `${short.slice(0, maxLength)} …` : short;
}

const kinds = ['select', 'insert', 'update', 'delete'] as const;

/** `other` changes tables and settings. */
export type StatementKind = (typeof kinds)[number] | 'other';

/** Of texts that begin with a common table expression, which say only later what they do. */
const known = new Map<string, StatementKind>();
const maxKnown = 500;

export function statementKind(text: string): StatementKind {
  // Most texts are one of these, and begin with it.
  for (const kind of kinds) if (text.startsWith(kind)) return kind;
  const found = known.get(text);
  if (found !== undefined) return found;
  const kind = readKind(text);
  if (known.size >= maxKnown) known.clear();
  known.set(text, kind);
  return kind;
}

function readKind(text: string): StatementKind {
  const start = text.trimStart().toLowerCase();
  const first = kinds.find((kind) => start.startsWith(kind));
  if (first) return first;
  if (!start.startsWith('with')) return 'other';
  const change = /\b(?:(insert) into|(update) \S+ set|(delete) from)\b/.exec(start);
  return (change?.slice(1).find(Boolean) as StatementKind | undefined) ?? 'select';
}

// Logs statements that take long, with what they are for and without their values.

/** An observer that logs statements of `slowMs` and more to `log()`; null while nothing can be logged yet. */
export function observeSlowStatements(slowMs: number, log: () => Log | null): Observer {
  const nothing = (): void => {};
  return {
    spans: null,
    requestBegan: nothing,
    requestEnded: nothing,
    keptResponseSent: nothing,
    statementRan(text, startedAt) {
      const durationMs = performance.now() - startedAt;
      const work = currentWork();
      if (work) {
        work.statements++;
        work.databaseMs += durationMs;
      }
      if (durationMs < slowMs) return;
      const { requestId, route, job, task } = work ?? {};
      log()?.warn(
        {
          ...(requestId == null ? {} : { reqId: requestId }),
          ...(route === undefined ? {} : { route }),
          ...(job === undefined ? {} : { job, task }),
          kind: statementKind(text),
          statement: withoutValues(text),
          durationMs: Math.round(durationMs * 10) / 10,
        },
        'slow statement',
      );
    },
    committed: nothing,
    jobEnded: nothing,
    deliveryAttempted: nothing,
    mailAttempted: nothing,
    eventPublished: nothing,
  };
}
