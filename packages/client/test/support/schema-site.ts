// A site whose shape is read and written by `frontdesk schema`.

import assert from 'node:assert/strict';
import type { TestService } from '../../../server/test/support/test-service.ts';
import { type Outcome, runCommand } from './run-command.ts';

export type Site = {
  service: TestService;
  environment: { FRONTDESK_URL: string; FRONTDESK_TOKEN: string };
  /** Runs `frontdesk schema`, with a file whose text is given. */
  run(args: readonly string[], input?: string, more?: Record<string, string>): Promise<Outcome>;
  pull(...options: string[]): Promise<string>;
};

/** A service, and the command for it. */
export async function siteOf(service: TestService): Promise<Site> {
  const environment = { FRONTDESK_URL: await service.listen(), FRONTDESK_TOKEN: service.token };
  const run: Site['run'] = (args, input, more) =>
    runCommand(['schema', ...args], {
      environment: { ...environment, ...more },
      ...(input === undefined ? {} : { input }),
    });
  const pull: Site['pull'] = async (...options) => {
    const { code, stdout, stderr } = await run(['pull', '-', ...options]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  return { service, environment, run, pull };
}

/** Creates a record. */
export async function create(service: TestService, url: string, body: object): Promise<{ id: string; slug: string }> {
  const { status, text, body: created } = await service.request('POST', url, { body });
  assert.equal(status, 201, text);
  return created;
}

/** Changes a record. */
export async function patch(service: TestService, url: string, body: object): Promise<void> {
  const { status, text } = await service.request('PATCH', url, { body });
  assert.equal(status, 200, text);
}
