// Every rule by its name, with the check that finds its faults.

import { checkCycles, checkRooms } from './check-cycles.ts';
import { checkFieldKinds } from './check-field-kinds.ts';
import { checkGlobals } from './check-globals.ts';
import { checkModules, checkOwnImports, checkReexports } from './check-imports.ts';
import { checkFileName, checkUniqueNames } from './check-names.ts';
import { checkDatabaseMembers, checkDatabaseWords, checkRawSql } from './check-sql.ts';
import { checkTables } from './check-tables.ts';
import { checkTransactions } from './check-transactions.ts';
import type { Source } from './read-sources.ts';

type Check = { rule: string; faultsOf(sources: Source[]): string[] };

const inServer = (sources: Source[]): Source[] => sources.filter(({ home }) => home === 'server');

export const checks: Check[] = [
  {
    rule: 'imports go down the levels, and slices import slices along the listed edges only',
    faultsOf: (sources) => sources.flatMap((source) => [...checkOwnImports(source), ...checkReexports(source)]),
  },
  {
    rule: 'no file reaches itself through its imports, types included',
    faultsOf: (sources) => [...Map.groupBy(sources, ({ home }) => home).values()].flatMap(checkCycles),
  },
  {
    rule: 'no rooms of a folder know each other in a circle, types included',
    faultsOf: (sources) => [...Map.groupBy(sources, ({ home }) => home).values()].flatMap(checkRooms),
  },
  {
    rule: 'modules are imported where they are listed only',
    faultsOf: (sources) => sources.flatMap(checkModules),
  },
  {
    rule: 'only the owner of a table writes it, through Kysely or in SQL',
    faultsOf: (sources) => inServer(sources).flatMap((source) => [...checkTables(source), ...checkRawSql(source)]),
  },
  {
    rule: 'what only one of the databases knows stays in database/',
    faultsOf: (sources) =>
      inServer(sources).flatMap((source) => [...checkDatabaseWords(source), ...checkDatabaseMembers(source)]),
  },
  {
    rule: 'globals are used where they are listed only',
    faultsOf: (sources) => sources.flatMap(checkGlobals),
  },
  {
    rule: 'a transaction uses its own context only',
    faultsOf: (sources) => inServer(sources).flatMap(checkTransactions),
  },
  {
    rule: 'only the two tables of field kinds name a kind',
    faultsOf: (sources) => sources.flatMap(checkFieldKinds),
  },
  {
    rule: 'files have names of their own in kebab-case',
    faultsOf: (sources) => [...sources.flatMap(checkFileName), ...checkUniqueNames(inServer(sources))],
  },
];
