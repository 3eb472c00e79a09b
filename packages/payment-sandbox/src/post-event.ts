// Posts an event, over a connection that is kept for the next one.

const timeoutMs = 20_000;

// Imports would load all that these modules offer, Node's own fetch among it (server.ts).
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');
/** An idle connection is closed soon, before the receiver closes it just when it is used again. */
const agentOptions = { keepAlive: true, timeout: 4000 };
const agent = new http.Agent(agentOptions);
const secureAgent = new https.Agent(agentOptions);

/** The status of the response; redirects are not followed. Throws if none arrives in time, or if `stop` is aborted. */
export async function postEvent(url: string, body: string, signature: string, stop: AbortSignal): Promise<number> {
  const isSecure = url.startsWith('https:');
  const options = {
    method: 'POST',
    signal: stop,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Stripe/1.0 (payment sandbox)',
      'stripe-signature': signature,
    },
  };
  const outgoing = isSecure
    ? https.request(url, { ...options, agent: secureAgent })
    : http.request(url, { ...options, agent });
  const timer = setTimeout(() => outgoing.destroy(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await new Promise((resolve, reject) => {
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        response.on('error', reject);
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      outgoing.end(body);
    });
  } finally {
    clearTimeout(timer);
  }
}
