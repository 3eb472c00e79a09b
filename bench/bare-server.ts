// The upper bound for reads: node:http with a constant response, given in base64. Prints its address.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = Buffer.from(process.argv[2] ?? '', 'base64');
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${(server.address() as AddressInfo).port}`));
