// Which functions of the service have built a statement in this process. Loaded before the tests.

import path from 'node:path';
import { DefaultQueryCompiler } from 'kysely';

const sources = path.resolve(import.meta.dirname, '../../packages/server/src');
/** Its functions build statements for others … */
const database = path.join(sources, 'database', path.sep);
/** … but these for one of the databases. */
const ofOneDatabase = ['sqlite', 'postgres'].map((name) => path.join(database, name));
const keptQueries = path.join(database, 'kept-queries.ts');
/** A statement is built a few calls below the function that says what it is. */
const maxDepth = 25;

const sites = new Set<string>();

/** The functions since the last call, such as `crm/contacts.ts findContact`. */
export function takeStatementSites(): string[] {
  const taken = [...sites];
  sites.clear();
  return taken;
}

const { compileQuery } = DefaultQueryCompiler.prototype;
DefaultQueryCompiler.prototype.compileQuery = function (this: DefaultQueryCompiler, ...parameters) {
  const site = callerInSources();
  if (site !== null) sites.add(site);
  return compileQuery.apply(this, parameters);
};

function callerInSources(): string | null {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const holder: { stack?: NodeJS.CallSite[] } = {};
  Error.stackTraceLimit = maxDepth;
  Error.prepareStackTrace = (_, calls) => calls;
  Error.captureStackTrace(holder, callerInSources);
  const calls = (holder.stack ?? []).map((call) => ({ file: fileOf(call), name: call.getFunctionName() ?? '' }));
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  const own = calls.filter(({ file }) => file.startsWith(sources) && !file.endsWith('.test.ts'));
  const [first, ...rest] = own.filter(({ file }) => file !== keptQueries);
  if (!first || ofOneDatabase.some((start) => first.file.startsWith(start))) return null;
  const call = [first, ...rest].find(({ file }) => !file.startsWith(database));
  return call ? `${path.relative(sources, call.file).replaceAll(path.sep, '/')} ${call.name}`.trim() : null;
}

function fileOf(call: NodeJS.CallSite): string {
  return call.getFileName()?.replace('file://', '') ?? '';
}
