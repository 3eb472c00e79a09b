// Which functions of the service have built a statement in this process. Loaded before the tests.

import path from 'node:path';
import { DefaultQueryCompiler } from 'kysely';

const sources = path.resolve(import.meta.dirname, '../../packages/server/src');
/** Its functions build statements for others, or only for one of the databases. */
const database = path.join(sources, 'database');
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
  const call = holder.stack?.find((call) => isSource(call.getFileName()));
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  if (!call) return null;
  const file = String(call.getFileName()).replace('file://', '');
  return `${path.relative(sources, file).replaceAll(path.sep, '/')} ${call.getFunctionName() ?? ''}`.trim();
}

function isSource(file: string | null | undefined): boolean {
  const name = file?.replace('file://', '') ?? '';
  return name.startsWith(sources) && !name.startsWith(database) && !name.endsWith('.test.ts');
}
