// Ports for programs that are started with the port they listen on.

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to connections and to listeners that ask for any: none of them takes it in between. */
const [first, last] = [15_000, 32_767];

/** Returns a free TCP port. No other test gets it until this process ends, so that a program may end and listen on it again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/** Holds the UDP port of the same number, which the system releases when this process ends, however it does. */
async function claim(port: number): Promise<boolean> {
  const holder = createSocket('udp4').unref();
  holder.bind({ port, address: '127.0.0.1', exclusive: true });
  const isHeld = await succeeds(once(holder, 'listening'));
  if (!isHeld) holder.close();
  return isHeld;
}

async function isFree(port: number): Promise<boolean> {
  const listener = createServer().listen(port);
  if (!(await succeeds(once(listener, 'listening')))) return false;
  listener.close();
  await once(listener, 'close');
  return true;
}

function succeeds(done: Promise<unknown>): Promise<boolean> {
  return done.then(
    () => true,
    () => false,
  );
}
