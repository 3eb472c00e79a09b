// Stands in for the EU's service for VAT IDs: a real server whose answers the test chooses.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** What it says of a VAT ID; a code is a fault, such as `MS_UNAVAILABLE`. */
type Verdict = 'in use' | 'not in use' | 'hangs' | 'breaks off' | 'is no JSON' | 'fails' | (string & {});

export type TestVies = {
  url: string;
  /** What it was asked: `FR40303265045 for DE136695976`. */
  asked: string[];
  /** For all VAT IDs that it is asked about from now on. */
  say(verdict: Verdict): void;
};

export async function startVies(t: Pick<TestContext, 'after'>): Promise<TestVies> {
  const asked: string[] = [];
  let verdict: Verdict = 'in use';
  const server = createServer(async (request, response) => {
    const { countryCode, vatNumber, ...requester } = (await json(request)) as Record<string, string>;
    const { requesterMemberStateCode, requesterNumber } = requester;
    const by = requesterNumber ? ` for ${requesterMemberStateCode}${requesterNumber}` : '';
    asked.push(`${countryCode}${vatNumber}${by}`);
    answer(response, verdict, { countryCode, vatNumber, requestIdentifier: by && `WAPI${asked.length}` });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/check-vat-number`,
    asked,
    say: (said) => {
      verdict = said;
    },
  };
}

function answer(response: ServerResponse, verdict: Verdict, known: object): void {
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const said = { requestDate: new Date().toISOString(), name: 'DÉBIT SARL', address: '2 RUE DU PORT\n75001 PARIS' };
  if (verdict === 'in use') send(200, { ...known, ...said, valid: true });
  else if (verdict === 'not in use') send(200, { ...known, ...said, valid: false, name: '---', address: '---' });
  else if (verdict === 'is no JSON') response.writeHead(502).end('<h1>Bad gateway</h1>');
  else if (verdict === 'fails') send(500, { ...known, ...said, valid: false });
  else if (verdict === 'breaks off') response.destroy();
  else if (verdict !== 'hangs')
    send(verdict === 'INVALID_INPUT' ? 400 : 200, { actionSucceed: false, errorWrappers: [{ error: verdict }] });
}
