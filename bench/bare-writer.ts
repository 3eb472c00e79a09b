// The bound of writes over HTTP: node:http, JSON and the rows of an item, or of a submission with its signed delivery, in
// groups with one durable commit for all requests that wait. It checks nothing, and knows neither keys nor types nor forms.
// Prints its address.
// Usage: node bench/bare-writer.ts SITE.db items
//        node bench/bare-writer.ts SITE.db submissions http://127.0.0.1:PORT/

import { createHmac } from 'node:crypto';
import { Agent, createServer, request as post } from 'node:http';
import type { AddressInfo } from 'node:net';
import { itemWriter } from './bare-items.ts';
import { openBareSite } from './bare-site.ts';
import { submissionWriter } from './bare-submissions.ts';

type Waiting = { body: object; respond(status: number, body: object): void };

const [file = '', kind, receiver = ''] = process.argv.slice(2);
const site = await openBareSite(file);
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const secret = 'whsec_bare';
const writeGroup = kind === 'items' ? writesItems() : writesSubmissions();
let waiting: Waiting[] = [];
let isScheduled = false;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const respond: Waiting['respond'] = (status, body) => {
      const json = JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
      response.writeHead(status, headers).end(json);
    };
    waiting.push({ body: JSON.parse(Buffer.concat(chunks).toString()), respond });
    schedule();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${(server.address() as AddressInfo).port}`));

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    const group = waiting;
    waiting = [];
    writeGroup(group);
  });
}

function writesItems(): (group: readonly Waiting[]) => void {
  const write = itemWriter(site);
  let count = 0;
  return (group) => {
    const first = count;
    count += group.length;
    site.inGroup(() => write(group.map((_, index) => first + index)));
    for (const [index, { body, respond }] of group.entries()) respond(201, { id: `item_${first + index}`, ...body });
  };
}

function writesSubmissions(): (group: readonly Waiting[]) => void {
  const { insert, recordSent } = submissionWriter(site);
  let count = 0;
  let sent: string[] = [];
  return (group) => {
    const names = group.map(() => `bare${String(count++).padStart(8, '0')}`);
    const delivered = sent;
    sent = [];
    site.inGroup(() => {
      recordSent(delivered);
      insert(names);
    });
    for (const [index, { body, respond }] of group.entries()) {
      const name = names[index] as string;
      respond(200, { submissionId: `sub_${name}`, status: 'ok' });
      deliver(
        name,
        JSON.stringify({ id: `evt_${name}`, type: 'submitted', createdAt: new Date(), submission: body }),
        () => {
          sent.push(name);
          schedule();
        },
      );
    }
  };
}

function deliver(name: string, body: string, done: () => void): void {
  const id = `evt_${name}`;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': id,
    'webhook-signature': createHmac('sha256', secret).update(`${id}.`).update(body).digest('base64'),
  };
  post(receiver, { method: 'POST', agent, headers }, (response) => response.resume().on('end', done)).end(body);
}
