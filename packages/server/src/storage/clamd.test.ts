import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { type ClamdReply, eicar, eicarName, startClamd } from '../../test/support/clamd.ts';
import { ClamdError, type ClamdFault, createClamd, readClamdAddress } from './clamd.ts';

async function* bytes(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** Larger than what the sockets keep. */
const large = Array.from({ length: 60 }, () => 'x'.repeat(65_536));

test('addresses are host and port, or the path of a socket', () => {
  assert.deepEqual(readClamdAddress('clamav:3310'), { host: 'clamav', port: 3310 });
  assert.deepEqual(readClamdAddress('[::1]:3310'), { host: '::1', port: 3310 });
  for (const path of ['/run/clamd.ctl', 'unix:/run/clamd.ctl', 'unix:///run/clamd.ctl'])
    assert.deepEqual(readClamdAddress(path), { path: '/run/clamd.ctl' });
  for (const wrong of [
    'clamav',
    'clamav:',
    'clamav:0',
    'clamav:65536',
    'tcp://clamav:3310',
    'run/clamd.ctl',
    '::1:3310',
  ])
    assert.equal(readClamdAddress(wrong), null, wrong);
});

test('clamd gets the bytes as they are and names what it finds', async (t) => {
  const server = await startClamd(t);
  const clamd = createClamd(server.address);
  assert.equal(await clamd.scan(bytes('ab', '', 'c')), null);
  assert.equal(await clamd.scan(bytes()), null);
  assert.equal(await clamd.scan(bytes('text before ', eicar.slice(0, 30), eicar.slice(30))), eicarName);
  assert.equal(await clamd.scan(bytes(...large)), null);
  assert.deepEqual(server.scanned.slice(0, 2), ['abc', '']);
  assert.equal(server.scanned[3], large.join(''));
  const { version, signaturesAt } = await clamd.describe();
  assert.deepEqual([version, signaturesAt?.toISOString()], ['ClamAV 1.4.3', '2026-11-21T08:25:11.000Z']);
});

test('what keeps clamd from a verdict is told apart', async (t) => {
  const server = await startClamd(t);
  const clamd = createClamd(server.address, { connectMs: 5000, silenceMs: 3000 });
  const faultOf = async (reply: ClamdReply, ...parts: string[]) => {
    server.script(reply);
    const error = await clamd.scan(bytes(...parts)).catch((error: unknown) => error);
    assert.ok(error instanceof ClamdError, `${reply}: ${error}`);
    return error;
  };
  const expected: [ClamdReply, ClamdFault, RegExp][] = [
    ['error', 'refused', /said: stream: Can't allocate memory ERROR/],
    ['tooLarge', 'tooLarge', /StreamMaxLength/],
    ['hangs', 'unreachable', /did not respond in time/],
  ];
  for (const [reply, fault, message] of expected) {
    const error = await faultOf(reply, 'abc');
    assert.equal(error.fault, fault, reply);
    assert.match(error.message, message);
  }
  assert.equal((await faultOf('dies', ...large)).fault, 'cut');
  await server.stop();
  assert.match((await faultOf('verdict', 'abc')).message, /cannot be reached: .*ECONNREFUSED/);
});

test('something else than clamd gives an error, not a verdict', async (t) => {
  const server = createServer((socket) => void socket.on('error', () => {}).end('x'.repeat(20_000)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  await assert.rejects(createClamd({ host: '127.0.0.1', port }).describe(), /it said more than clamd does/);
});
