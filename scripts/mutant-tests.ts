// Which tests mutants.ts runs for a changed file of the server, the nearest first: they are the most likely to notice.

import { globSync } from 'node:fs';
import path from 'node:path';

/** Lists in the order in which they are run, each of files that can share processes. */
type Tests = { quick: string[][]; slow: string[][] };

const sources = path.join('packages', 'server', 'src');

/** `file` and the results are relative to `root`. */
export function testsFor(file: string, root: string): Tests {
  const all = globSync('packages/{server,client}/{src,test}/**/*.test.ts', { cwd: root }).sort();
  const isSlow = (test: string): boolean => /\/(journeys|crash|upgrade)\//.test(test);
  const folder = path.dirname(file);
  const own = path.basename(file, '.ts');
  const slice = path.join(sources, path.relative(sources, file).split(path.sep)[0] ?? '');
  const rankOf = (test: string): number => {
    if (path.dirname(test) === folder) return 0;
    return test.startsWith(slice + path.sep) ? 1 : 2;
  };
  const isOwn = (test: string): boolean => path.basename(test, '.test.ts') === own;
  const quick = [0, 1, 2].map((rank) =>
    all
      .filter((test) => !isSlow(test) && rankOf(test) === rank)
      .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.localeCompare(b)),
  );
  return { quick, slow: [all.filter(isSlow), globSync('packages/admin/e2e/**/*.test.ts', { cwd: root }).sort()] };
}
