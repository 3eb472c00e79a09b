// Shows the link of the first run. Logs are kept, and read by more people than a terminal, so without a terminal the link
// is in a file that only the account of the service can read.

import { rm, writeFile } from 'node:fs/promises';
import { setupLink } from './accounts/setup.ts';
import type { Config } from './config/config.ts';
import type { Context } from './context/context.ts';
import { dataPath } from './storage/data-folder.ts';

/** What to print about the admin. Once there is an owner, the file is deleted. */
export async function describeAdmin(
  ctx: Context,
  { dataFolder }: Pick<Config, 'dataFolder'>,
  { adminUrl, isTerminal }: { adminUrl: string; isTerminal: boolean },
): Promise<string> {
  const file = dataPath(dataFolder, 'setupLink');
  const link = await setupLink(ctx);
  if (link === null || isTerminal) {
    await rm(file, { force: true });
    return link ?? adminUrl;
  }
  await writeFile(file, `${link}\n`, { mode: 0o600 });
  return `${adminUrl}   (the link to set it up is in ${file})`;
}
