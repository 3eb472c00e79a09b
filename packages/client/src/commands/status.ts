// `frontdesk status` and `frontdesk version`.

import { defineCommand, defineLocalCommand } from '../cli/define-command.ts';
import { showTime } from '../cli/output.ts';

export const status = defineCommand({
  name: 'status',
  summary: 'show the version, the database and the jobs that are due',
  args: '',
  scopes: 'admin',
  options: {},
  examples: ['frontdesk status', 'frontdesk status --json | jq .jobs.due'],
  async run({ client, output }) {
    const system = await client.system();
    const { jobs } = system;
    const time = (text: string | null) => (output.isTerminal ? showTime(text) : text);
    output.record(system, [
      ['version', system.version],
      ['started', time(system.startedAt)],
      ['url', system.publicUrl],
      ['database', system.database],
      ['schema', system.schema],
      ['payments', system.processor],
      ['mail server', system.hasMailServer ? 'set' : 'none'],
      ['jobs due', jobs.due],
      ['oldest due', time(jobs.oldestDueAt)],
      ['jobs failed', jobs.failed],
    ]);
    return undefined;
  },
});

export const showVersion = defineLocalCommand({
  name: 'version',
  summary: 'print the version of this command',
  args: '',
  options: {},
  examples: ['frontdesk version'],
  async runHere({ version, output }) {
    output.result({ version }, version);
    return undefined;
  },
});
