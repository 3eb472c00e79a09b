// A real HTTP server that sends scripted responses, one after the other, and keeps the requests.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };

/** A response, or a function that sends one. */
export type Script =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | ((response: ServerResponse, asked: Asked) => void);

export type ScriptedServer = { baseUrl: string; asked: Asked[] };

/** Starts the server until the test ends. The last response repeats. */
export async function startScriptedServer(t: TestContext, ...scripts: Script[]): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const question = { method, url, headers, body: Buffer.concat(chunks) };
    const script = scripts[Math.min(asked.length, scripts.length - 1)] ?? {};
    asked.push(question);
    if (typeof script === 'function') script(response, question);
    else answer(response, script);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, asked };
}

export function answer(response: ServerResponse, script: Exclude<Script, (...args: never[]) => void>): void {
  const { status = 200, headers = {}, json, text } = script;
  const type =
    json === undefined ? {} : { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' };
  response.writeHead(status, { ...type, ...headers }).end(json === undefined ? text : JSON.stringify(json));
}

/** Closes the connection without a response. */
export const breakOff: Script = (response) => void response.destroy();
