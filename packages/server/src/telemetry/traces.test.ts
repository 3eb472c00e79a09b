import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openContactForm } from '../../test/support/contact-form.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { fromSources, type ServerProcess, startServerProcess } from '../../test/support/server-process.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../../test/support/trace-collector.ts';
import { waitFor } from '../../test/support/wait-for.ts';

const callersSpan = '00f067aa0ba902b7';
const submit = 'POST /api/v1/forms/:id/submit';

/** Waits for a span, with the next batches. */
function collected(
  { spans }: TraceCollector,
  what: string,
  fits: (span: CollectedSpan) => boolean,
): Promise<CollectedSpan> {
  return waitFor(what, () => spans.find(fits));
}

async function submitWith(server: ServerProcess, traceId: string): Promise<void> {
  const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
  const answer = await server.request('POST', '/forms/contact/submit', { name: 'Ada Lovelace' }, headers);
  assert.equal(answer.status, 200);
}

test('a request, its statements, its job and its delivery are one trace, also after a restart', async (t) => {
  const collector = await startTraceCollector(t);
  const receiver = await startReceiver(t, {}, { hang: true }, { status: 503 });
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'harbour',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    FRONTDESK_EXAMPLE: '0',
  };
  const server = await startServerProcess(t, environment);
  await openContactForm(server, { receivers: [`${receiver.url}?key=urlSecret`] });

  const first = '4bf92f3577b34da6a3ce929d0e0e4736';
  await submitWith(server, first);
  const delivered = await receiver.received(1);
  const of = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
  const job = await collected(
    collector,
    'the job',
    (span) => span.traceId === first && span.name === 'webhooks.deliver',
  );
  const request = of(first).find(({ name }) => name === submit) as CollectedSpan;
  assert.equal(request.kind, 2);
  assert.equal(request.parentSpanId, callersSpan);
  assert.equal(request.attributes['http.response.status_code'], 200);
  assert.equal(request.resource['service.name'], 'harbour');
  assert.equal(request.resource['deployment.environment.name'], 'test');

  const statements = (parent: CollectedSpan) =>
    of(parent.traceId).filter(
      ({ parentSpanId, attributes }) => parentSpanId === parent.spanId && 'db.query.text' in attributes,
    );
  const names = statements(request).map(({ name }) => name);
  for (const name of ['insert submissions', 'insert events', 'insert deliveries', 'insert jobs'])
    assert.ok(names.includes(name), `${name} in ${names}`);
  for (const { startedAt, endedAt, kind } of statements(request)) {
    assert.equal(kind, 3);
    assert.ok(startedAt >= request.startedAt && startedAt <= endedAt);
  }

  assert.equal(job.kind, 5);
  assert.equal(job.parentSpanId, request.spanId);
  assert.equal(job.status, 0);
  assert.ok(statements(job).length > 0, 'the job has statements');
  const post = of(first).find(({ name, kind }) => name === 'POST' && kind === 3) as CollectedSpan;
  assert.equal(post.parentSpanId, job.spanId);
  assert.equal(post.attributes['http.response.status_code'], 200);
  assert.equal(delivered.headers.traceparent, `00-${first}-${post.spanId}-01`);

  // Killed while it sends: the next process goes on with the trace that is stored with the job.
  const second = 'a3ce929d0e0e47364bf92f3577b34da6';
  await submitWith(server, second);
  await receiver.received(2);
  const before = await collected(collector, 'the request', (span) => span.traceId === second && span.name === submit);
  await server.kill();
  await server.start();
  const again = await receiver.received(3);
  const failed = await collected(
    collector,
    'the second attempt',
    (span) => span.traceId === second && span.name === 'POST',
  );
  const retried = await collected(
    collector,
    'its job',
    (span) => span.traceId === second && span.name === 'webhooks.deliver',
  );
  assert.equal(retried.parentSpanId, before.spanId);
  assert.equal(failed.parentSpanId, retried.spanId);
  assert.equal(failed.attributes['http.response.status_code'], 503);
  assert.deepEqual([failed.status, retried.status], [2, 2]);
  assert.equal(again.headers.traceparent, `00-${second}-${failed.spanId}-01`);

  // A request without a trace begins one; one that is answered from memory is a part of it as well.
  for (let n = 0; n < 3; n++) await server.request('GET', '/content/post');
  const kept = 'c0ffee00c0ffee00c0ffee00c0ffee00';
  const sameTrace = 10;
  for (let n = 0; n < sameTrace; n++)
    await server.request('GET', '/content/post', undefined, { traceparent: `00-${kept}-${callersSpan}-01` });
  await server.request('GET', '/content/post', undefined, { traceparent: 'nonsense' });
  assert.equal(await server.stop(), 0);
  const lists = collector.spans.filter(({ name }) => name === 'GET /api/v1/content/:type');
  assert.equal(lists.length, 4 + sameTrace);
  assert.equal(lists.filter(({ parentSpanId }) => parentSpanId === undefined).length, 4);
  const ofCaller = lists.filter(({ traceId }) => traceId === kept);
  assert.ok(ofCaller.every(({ parentSpanId }) => parentSpanId === callersSpan));
  // A commit in between makes the next one anew.
  assert.ok(ofCaller.some(({ attributes }) => attributes['frontdesk.kept'] === true));

  const text = JSON.stringify(collector.spans, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  for (const secret of ['Lovelace', 'urlSecret', server.token])
    assert.ok(!text.includes(secret), `${secret} in a trace`);
});

test('what the caller or the sampler leaves out is not sent', async (t) => {
  const collector = await startTraceCollector(t);
  const server = await startServerProcess(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  });
  await server.request('GET', '/forms');
  const wanted = '11111111111111111111111111111111';
  await server.request('GET', '/forms', undefined, { traceparent: `00-${wanted}-${callersSpan}-01` });
  await server.request('GET', '/forms', undefined, { traceparent: `00-${'2'.repeat(32)}-${callersSpan}-00` });
  assert.equal(await server.stop(), 0);
  assert.ok(collector.spans.length > 1);
  assert.deepEqual(new Set(collector.spans.map(({ traceId }) => traceId)), new Set([wanted]));
});

test('a collector that cannot be reached keeps nothing from working or stopping', async (t) => {
  const receiver = await startReceiver(t);
  const server = await startServerProcess(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    FRONTDESK_EXAMPLE: '0',
  });
  await openContactForm(server, { receivers: [receiver.url] });
  await submitWith(server, '33333333333333333333333333333333');
  await receiver.received(1);
  await waitFor('the log', () => server.output().includes('traces could not be sent'));
  assert.equal(await server.stop(), 0);
});

test('without traces nothing of OpenTelemetry is loaded, and no trace is handed on', async (t) => {
  const receiver = await startReceiver(t);
  // The process names each module that it loads.
  const listModules = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.error('loaded ' + url); return next(url, context); } });`;
  const program = [`--import=data:text/javascript,${encodeURIComponent(listModules)}`, ...fromSources];
  const off = await startServerProcess(t, { FRONTDESK_EXAMPLE: '0' }, program);
  await openContactForm(off, { receivers: [receiver.url] });
  await submitWith(off, '44444444444444444444444444444444');
  assert.equal((await receiver.received(1)).headers.traceparent, undefined);
  assert.equal(await off.stop(), 0);
  assert.match(off.errors(), /loaded \S+src\/telemetry\.ts/);
  assert.doesNotMatch(off.errors(), /opentelemetry|telemetry\/spans/);

  const on = await startServerProcess(t, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, program);
  assert.match(on.errors(), /@opentelemetry\/sdk-trace/);
});
