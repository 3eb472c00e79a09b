// Runs the sandbox as its own process: node scripts/ready.mjs packages/payment-sandbox/src/main.ts --port 12111 --webhook-url http://127.0.0.1:3000/hook --webhook-secret whsec_…
import { parseArgs } from 'node:util';
import { startSandbox } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    host: { type: 'string', default: '127.0.0.1' },
    'data-file': { type: 'string', default: 'payment-sandbox.sqlite' },
    'public-url': { type: 'string' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string' },
  },
});
const { 'webhook-url': url, 'webhook-secret': secret, 'public-url': publicUrl } = values;
if ((url === undefined) !== (secret === undefined)) {
  console.error('Use --webhook-url and --webhook-secret together');
  process.exit(2);
}
const sandbox = await startSandbox({
  dataFile: values['data-file'],
  port: Number(values.port),
  host: values.host,
  webhook: url !== undefined && secret !== undefined ? { url, secret } : null,
  ...(publicUrl !== undefined && { publicUrl }),
});
console.log(`payment sandbox listening on ${sandbox.apiBase}`);
let isStopping = false;
// A terminal and a shell may each send one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!isStopping) void sandbox.close().then(() => process.exit(0));
    isStopping = true;
  });
}
