import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import {
  createPublicFetch,
  type PublicFetchFault,
  type PublicFetchOptions,
  type PublicRequest,
} from './public-fetch.ts';

const request: PublicRequest = { headers: { 'x-test': 'yes' }, body: Buffer.from('{"a":1}'), timeoutMs: 10_000 };

function open(t: TestContext, options: Partial<PublicFetchOptions> = {}) {
  const publicFetch = createPublicFetch({ allowPrivate: true, ...options });
  t.after(() => publicFetch.close());
  return publicFetch;
}

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(t, http.createServer(listener))}/hook`;
}

/** A server that answers each connection with whatever `talk` writes once the request has begun to arrive. */
async function serveRaw(t: TestContext, talk: (socket: Socket) => void): Promise<string> {
  return `http://127.0.0.1:${await listen(
    t,
    createServer((socket) => socket.once('data', () => talk(socket))),
  )}/`;
}

function failsWith(kind: PublicFetchFault) {
  return { name: 'PublicFetchError', kind };
}

describe('a request', () => {
  test('that finds its kept connection closed is sent on a new one', async (t) => {
    let connections = 0;
    const url = `http://127.0.0.1:${await listen(
      t,
      createServer((socket) => {
        connections += 1;
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          socket.once('data', () => socket.resetAndDestroy());
        });
      }),
    )}/`;
    const { post } = open(t);
    const statuses = [await post(url, request), await post(url, request)].map(({ status }) => status);
    assert.deepEqual([statuses, connections], [[200, 200], 2]);
  });

  test('arrives byte for byte, and its response comes back', async (t) => {
    const url = await serve(t, async (incoming, answer) => {
      const chunks = await Array.fromAsync(incoming);
      const { method, headers } = incoming;
      answer.setHeader('x-answer', 'fine');
      answer.writeHead(201).end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }));
    });
    const response = await open(t).post(url, request);
    const seen = JSON.parse(response.body.toString());
    assert.equal(response.status, 201);
    assert.equal(response.headers['x-answer'], 'fine');
    assert.ok(response.durationMs >= 0);
    assert.deepEqual([seen.method, seen.headers['x-test'], seen.body], ['POST', 'yes', '{"a":1}']);
    assert.equal(seen.headers['content-length'], '7');
  });

  test('reuses a connection', async (t) => {
    const ports = new Set<number | undefined>();
    const url = await serve(t, (incoming, answer) => {
      ports.add(incoming.socket.remotePort);
      answer.end('ok');
    });
    const publicFetch = open(t);
    for (let i = 0; i < 3; i++) await publicFetch.post(url, request);
    assert.equal(ports.size, 1);
  });

  test('does not follow redirects', async (t) => {
    let requests = 0;
    const url = await serve(t, (_incoming, answer) => {
      requests += 1;
      answer.writeHead(307, { location: '/elsewhere' }).end();
    });
    const response = await open(t).post(url, request);
    assert.deepEqual([response.status, response.headers.location, requests], [307, '/elsewhere', 1]);
  });

  test('cannot smuggle a header inside another', async (t) => {
    const url = await serve(t, (_incoming, answer) => void answer.end());
    await assert.rejects(open(t).post(url, { ...request, headers: { a: 'b\r\nc: d' } }), failsWith('protocol'));
  });
});

describe('a hostile response', () => {
  test('of endless length is cut at the limit', async (t) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const url = await serve(t, (_incoming, answer) => {
      const flood = () => {
        while (!answer.destroyed && answer.write('x'.repeat(65_536)));
      };
      answer.on('drain', flood).on('close', resolve);
      flood();
    });
    const publicFetch = open(t);
    const response = await publicFetch.post(url, request);
    assert.equal(response.body.length, 16_384);
    await closed;
    assert.equal((await publicFetch.post(url, { ...request, maxResponseBytes: 10 })).body.toString(), 'xxxxxxxxxx');
  });

  test('whose body trickles is ended by the deadline', async (t) => {
    const url = await serve(t, (_incoming, answer) => {
      const timer = setInterval(() => answer.write('x'), 20);
      answer.on('close', () => clearInterval(timer));
    });
    await assert.rejects(open(t).post(url, { ...request, timeoutMs: 300 }), failsWith('timeout'));
  });

  test('whose head trickles is ended by the deadline', async (t) => {
    const url = await serveRaw(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x: y\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await assert.rejects(open(t).post(url, { ...request, timeoutMs: 300 }), failsWith('timeout'));
  });

  test('that keeps sending "continue" is ended by the deadline', async (t) => {
    const url = await serveRaw(t, (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await assert.rejects(open(t).post(url, { ...request, timeoutMs: 300 }), failsWith('timeout'));
  });

  test('that never comes is ended by the deadline', async (t) => {
    const url = await serve(t, () => {});
    await assert.rejects(open(t).post(url, { ...request, timeoutMs: 100 }), failsWith('timeout'));
  });

  const talks: [string, PublicFetchFault, (socket: Socket) => void][] = [
    [
      'with too many headers',
      'too_large_headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9e3)}`),
    ],
    ['that is not HTTP', 'protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    [
      'that switches protocols',
      'protocol',
      (socket) => socket.write('HTTP/1.1 101 Switch\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    ['that hangs up at once', 'reset', (socket) => socket.destroy()],
    ['that resets the connection', 'reset', (socket) => socket.resetAndDestroy()],
    ['that breaks off', 'reset', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc')],
  ];
  for (const [title, kind, talk] of talks) {
    test(`${title} is a fault: ${kind}`, async (t) => {
      await assert.rejects(open(t).post(await serveRaw(t, talk), request), failsWith(kind));
    });
  }

  test('in plain text where TLS is expected is a fault: tls', async (t) => {
    const url = await serveRaw(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await assert.rejects(open(t).post(url.replace('http:', 'https:'), request), failsWith('tls'));
  });
});

describe('no connection', () => {
  test('if nothing listens', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await assert.rejects(open(t).post(`http://127.0.0.1:${port}/`, request), failsWith('connect'));
  });

  test('if the name is unknown', async (t) => {
    const lookup = async () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    await assert.rejects(open(t, { lookup }).post('http://nowhere.example/', request), failsWith('dns'));
    await assert.rejects(
      open(t, { lookup: async () => [] }).post('http://nowhere.example/', request),
      failsWith('dns'),
    );
  });

  test('if the resolver or the TLS handshake hangs', async (t) => {
    const hanging = open(t, { lookup: () => new Promise(() => {}), connectTimeoutMs: 50 });
    await assert.rejects(hanging.post('http://slow.example/', request), failsWith('timeout'));
    const url = await serveRaw(t, () => {});
    await assert.rejects(hanging.post(url.replace('http:', 'https:'), request), failsWith('timeout'));
  });

  test('after close, which also ends open ones', async (t) => {
    const publicFetch = open(t);
    const arrived = Promise.withResolvers<void>();
    const url = await serve(t, () => arrived.resolve());
    const pending = publicFetch.post(url, request);
    await arrived.promise;
    publicFetch.close();
    await assert.rejects(pending, failsWith('reset'));
  });
});

const privateHosts = `127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 0300.0250.1.1 127.0.0.1. １２７.０.０.１ ①②⑦.⓪.⓪.① 0 0.0.0.0
  10.1.2.3 192.168.0.1 172.16.5.4 169.254.169.254 2852039166 100.64.0.1 100.100.100.200 168.63.129.16 224.0.0.1
  255.255.255.255 [::1] [::] [::ffff:127.0.0.1] [::ffff:169.254.169.254] [::127.0.0.1] [::7f00:1] [64:ff9b::7f00:1]
  [64:ff9b::a9fe:a9fe] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fd00:ec2::254] [fec0::1] [ff02::1] [2001:db8::1]`;

describe('an address that is not public', () => {
  for (const host of privateHosts.split(/\s+/)) {
    test(`is refused as http://${host}/`, async (t) => {
      const publicFetch = open(t, { allowPrivate: false });
      assert.equal(await publicFetch.checkUrl(`http://${host}/`), 'address_not_public');
      await assert.rejects(publicFetch.post(`http://${host}/`, request), failsWith('address_not_public'));
    });
  }

  for (const host of [
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
  ]) {
    test(`is refused by its name ${host}`, async (t) => {
      const publicFetch = open(t, { allowPrivate: false, lookup: async () => [{ address: '1.1.1.1', family: 4 }] });
      assert.equal(await publicFetch.checkUrl(`https://${host}/`), 'address_not_public');
    });
  }

  test('is refused if it is one of several', async (t) => {
    const addresses = ['1.1.1.1', '2606:4700::1111', '10.0.0.1'].map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    const publicFetch = open(t, { allowPrivate: false, lookup: async () => addresses });
    assert.equal(await publicFetch.checkUrl('https://mixed.example/'), 'address_not_public');
    await assert.rejects(publicFetch.post('http://mixed.example/', request), failsWith('address_not_public'));
  });

  test('is refused if a name resolves to it after the check', async (t) => {
    let isReached = false;
    const port = await listen(
      t,
      http.createServer((_incoming, answer) => {
        isReached = true;
        answer.end();
      }),
    );
    let lookups = 0;
    const lookup = async () => [{ address: lookups++ === 0 ? '1.1.1.1' : '127.0.0.1', family: 4 }];
    const publicFetch = open(t, { allowPrivate: false, lookup });
    assert.equal(await publicFetch.checkUrl(`http://rebinding.example:${port}/`), null);
    const attempt = publicFetch.post(`http://rebinding.example:${port}/`, request);
    await assert.rejects(attempt, failsWith('address_not_public'));
    assert.equal(isReached, false);
  });
});

describe('a URL that is entered', () => {
  const checked: [string, string | null][] = [
    ['https://hooks.example/path?x=1', null],
    ['http://hooks.example:8080/', null],
    ['https://1.1.1.1/', null],
    ['', 'invalid_url'],
    ['hooks.example/path', 'invalid_url'],
    ['http://', 'invalid_url'],
    ['http://999.1.1.1/', 'invalid_url'],
    ['ftp://hooks.example/', 'scheme_not_allowed'],
    ['file:///etc/passwd', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    ['gopher://hooks.example/', 'scheme_not_allowed'],
    ['https://user:secret@hooks.example/', 'has_credentials'],
    ['https://1.1.1.1@hooks.example/', 'has_credentials'],
    ['http://hooks.example:25/', 'port_not_allowed'],
    ['http://hooks.example:6379/', 'port_not_allowed'],
    ['http://hooks.example:06000/', 'port_not_allowed'],
    ['http://hooks.example/a\r\nHost: other', 'invalid_url'],
    ['http://hooks\t.example/', 'invalid_url'],
    ['http://hooks.example/\n', 'invalid_url'],
  ];
  for (const [url, fault] of checked) {
    test(`${JSON.stringify(url)}: ${fault ?? 'accepted'}`, async (t) => {
      const lookup = async () => [{ address: '1.1.1.1', family: 4 }];
      assert.equal(await open(t, { allowPrivate: false, lookup }).checkUrl(url), fault);
    });
  }

  test('is accepted although its name does not resolve yet', async (t) => {
    const lookup = async () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    assert.equal(await open(t, { allowPrivate: false, lookup }).checkUrl('https://soon.example/'), null);
  });

  test('may be in a private range that the operator allows', async (t) => {
    const lookup = async (name: string) =>
      name === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '10.0.0.1', family: 4 }];
    const publicFetch = open(t, { allowPrivate: ['127.0.0.0/8', 'fd00::1'], lookup });
    const allowed = [
      'http://127.0.0.1/',
      'http://127.9.9.9/',
      'http://localhost/',
      'http://[fd00::1]/',
      'http://1.1.1.1/',
    ];
    for (const url of allowed) assert.equal(await publicFetch.checkUrl(url), null, url);
    for (const url of [
      'http://10.0.0.1/',
      'http://other.local/',
      'http://[::1]/',
      'http://[fd00::2]/',
      'http://0.0.0.0/',
    ])
      assert.equal(await publicFetch.checkUrl(url), 'address_not_public', url);
  });

  test('is called in the range that the operator allows, and only there', async (t) => {
    const url = await serve(t, (_request, response) => void response.end('ok'));
    assert.equal((await open(t, { allowPrivate: ['127.0.0.0/8'] }).post(url, request)).status, 200);
    await assert.rejects(open(t, { allowPrivate: ['10.0.0.0/8'] }).post(url, request), failsWith('address_not_public'));
  });

  test('may be private when the operator allows it', async (t) => {
    for (const url of ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:8080/']) {
      assert.equal(await open(t).checkUrl(url), null);
    }
    assert.equal(await open(t).checkUrl('ftp://127.0.0.1/'), 'scheme_not_allowed');
  });
});
