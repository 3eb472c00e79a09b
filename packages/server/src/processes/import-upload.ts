// Imports an uploaded export: reads from its input what to import (importers/importing.ts), and writes to its output
// how far it is. It stops between two transactions when its input ends, which it also does when the service dies.

import { readConfig } from '../config/config.ts';
import { allScopes } from '../context/access.ts';
import type { Context } from '../context/context.ts';
import { openDatabase } from '../database/database.ts';
import { waitForDatabase } from '../database/wait-for-database.ts';
import type { ImportMessage, ImportOrder } from '../importers/importing.ts';
import { WordpressExportError } from '../importers/wordpress-export-error.ts';
import { type ImportProgress, importWordpress } from '../importers/wordpress-import.ts';
import { readFrames, writeFrame } from '../lib/process-frames.ts';
import { systemContext } from '../system-context.ts';

const postEveryMs = 250;

/** Why an import ends before its end. */
class Ended extends Error {}

// A service that is gone is seen at the end of the input.
process.stdout.on('error', () => {});
const input = readFrames(process.stdin);
const { value: first } = await input.next();
if (first) await run(first.head as ImportOrder);
process.exit();

async function run({ dataFolder, databaseUrl, fileStore, actor, ...order }: ImportOrder): Promise<void> {
  const stopping = new AbortController();
  input.next().finally(() => stopping.abort(new Ended()));
  const settings = { FRONTDESK_DATA: dataFolder, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  const config = { ...readConfig(settings), fileStore };
  const database = await openDatabase(config, { isBeside: true });
  try {
    await waitForDatabase(database, config.databaseWaitMs, () => {});
    const context = { ...systemContext(config, database), actor: { ...actor, scopes: allScopes } };
    await post(await importUpload(context, order, stopping));
  } catch (error) {
    await post({ is: 'failed', message: String(error) });
  } finally {
    await database.close();
  }
}

type Order = Pick<ImportOrder, 'fileId' | 'fileName' | 'options'>;

/** Returns the last message. */
async function importUpload(ctx: Context, order: Order, stopping: AbortController): Promise<ImportMessage> {
  const { fileId, fileName, options } = order;
  let progress: ImportProgress | null = null;
  let checked: ImportMessage | null = null;
  let postedAt = 0;
  try {
    const report = await importWordpress(
      ctx,
      { name: fileName, read: () => ctx.files.read(fileId) },
      {
        update: options.update,
        events: options.events,
        timeZone: options.timeZone ?? undefined,
        signal: stopping.signal,
        onProgress(now) {
          const isNew = progress?.phase !== now.phase;
          progress = now;
          if (!isNew && performance.now() - postedAt < postEveryMs) return;
          postedAt = performance.now();
          void post({ is: 'progress', progress });
        },
        onChecked(summary) {
          const message: ImportMessage = { is: 'checked', summary };
          checked = message;
          if (options.checkOnly) stopping.abort(new Ended());
          else void post(message);
        },
      },
    );
    return { is: 'completed', progress, report };
  } catch (error) {
    if (error instanceof Ended) return options.checkOnly && checked ? checked : { is: 'stopped', progress };
    if (!(error instanceof WordpressExportError)) throw error;
    const { message, line, column } = error;
    return { is: 'refused', detail: `The file cannot be imported: ${message}`, line, column };
  }
}

function post(message: ImportMessage): Promise<void> {
  return writeFrame(process.stdout, message, Buffer.alloc(0)).catch(() => {});
}
