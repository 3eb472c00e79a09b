// A small webhook receiver for trying things out: prints each event and saves its exact bytes.
//   node examples/receiver.mjs [port] [folder]
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const port = Number(process.argv[2] ?? 4000);
const folder = process.argv[3] ?? 'received';
mkdirSync(folder, { recursive: true });

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  response.end();
  const { type, id } = JSON.parse(body.toString());
  writeFileSync(`${folder}/${type}.json`, body);
  console.log(
    `${type}  ${id}\n  signature ${request.headers['x-service-signature']}\n  saved as  ${folder}/${type}.json`,
  );
})
  .on('error', ({ code, message }) => {
    console.error(
      code === 'EADDRINUSE' ? `Port ${port} is in use. Give another one: node examples/receiver.mjs 4001` : message,
    );
    process.exitCode = 1;
  })
  .listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
