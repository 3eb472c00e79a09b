// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
// The changes of mutants.ts: each a mistake that a developer could make, in a place where it would cost money or data.
// `find` must occur exactly once in the file.

export type Slice = keyof typeof testsOf;
export type Mutant = { slice: Slice; file: string; find: string; replace: string };

/** The tests that must notice a change of the slice. */
export const testsOf = {
  payments: ['payments/**/*.test.ts', 'forms/submissions-payment.test.ts'],
  webhooks: ['webhooks/*.test.ts'],
  jobs: ['jobs/*.test.ts'],
  events: ['events/*.test.ts'],
  database: ['database/**/*.test.ts'],
  forms: ['forms/submissions*.test.ts', 'forms/uploads.test.ts'],
};

const inSlice = (
  slice: Slice,
  file: string,
  changes: readonly (readonly [find: string, replace: string])[],
): Mutant[] => changes.map(([find, replace]) => ({ slice, file: `${file}.ts`, find, replace }));

export const mutants: readonly Mutant[] = [
  ...inSlice('payments', 'payments/payment-status', [
    ["  failed: ['canceled', 'expired', 'succeeded'],", "  failed: ['canceled', 'expired'],"],
    [
      "  processing: ['failed', 'canceled', 'expired', 'succeeded'],",
      "  processing: ['open', 'failed', 'canceled', 'expired', 'succeeded'],",
    ],
  ]),
  ...inSlice('payments', 'payments/update-payment', [
    ["  if (payment.status === 'succeeded') {", "  if (payment.id === '') {"],
    [
      "return cause === 'session' ? status !== 'failed' : !(await isFailurePublished(ctx, intentId, 'session'));",
      'return true;',
    ],
    ["  if (nextStatus(status, 'failed') !== 'failed') return false;\n", ''],
    ['if (row?.checkoutSessionId !== sessionId) return;', 'if (!row) return;'],
    ['return isPaidAgain ? undefined : found;', 'return found;'],
    [
      "  await ctx.db.updateTable('refunds').set({ paymentId: own.id }).where('paymentId', '=', stray.id).execute();\n",
      '',
    ],
    ["  if (row.status === 'succeeded' && status !== 'succeeded') return row.chargeId;\n", ''],
    ['amount: isRequested(row) || row.amountReceived > 0 ? row.amount : intent.amount,', 'amount: intent.amount,'],
    [
      "if (!row || !isRequested(row) || row.status === 'succeeded') return;",
      "if (!row || row.status === 'succeeded') return;",
    ],
    ['if (hold) await holdSuccess(ctx, paid.id, hold);\n  else if', 'if'],
    [' && received) await publishMatch(ctx, paid, received);', ') return paid;'],
    ["  return (await isAwaited(ctx, intent)) ? 'session' : null;\n", '  return null;\n'],
  ]),
  ...inSlice('payments', 'payments/payment-intent', [
    ["numberOf(object.amount_received) || (status === 'succeeded' ? amount : 0)", 'numberOf(object.amount_received)'],
    ['disputed: isOver ? 0 : 1', 'disputed: 1'],
  ]),
  ...inSlice('payments', 'payments/refunds/refunds', [
    ['  if (known && !wasNeverMade(known)) return;\n', ''],
    ["status === 'failed' && processorRefundId === null", 'false'],
    ["  if (payment.disputed === 1) throw fail('payment_disputed');\n", ''],
    ['if (amount > left) {', 'if (amount > payment.amountReceived) {'],
    ['> keyLifeMs) return', '> 100 * keyLifeMs) return'],
  ]),
  ...inSlice('payments', 'payments/refunds/refund', [
    ["amountPending: sumOf('pending') });", 'amountPending: 0 });'],
    ["  succeeded: ['failed', 'canceled'],", '  succeeded: [],'],
  ]),
  ...inSlice('payments', 'payments/checkout/checkout', [
    [
      '    if (row.checkoutAttempts !== seen.checkoutAttempts || row.checkoutSessionId !== seen.checkoutSessionId) return row;\n',
      '',
    ],
    ['    if (isRefusal(error)) await cancelRefused(ctx, payment, problem);\n', ''],
    ["  if (session?.status === 'complete') throw fail('already_paid');\n", ''],
  ]),
  ...inSlice('payments', 'payments/processor/native-events', [
    ['textOf(event.account) === null && ', ''],
    ['if (!(error instanceof StaleSnapshotError) || round === maxRounds) throw error;', 'throw error;'],
  ]),
  ...inSlice('payments', 'payments/reconcile', [
    ['of events.reverse()', 'of events'],
    ["['open', 'processing', 'failed']", "['open', 'failed']"],
  ]),
  ...inSlice('webhooks', 'webhooks/deliver', [
    ["return subscriber.status === 'active' || delivery.type === 'test';", 'return true;'],
    ['if (status >= 200 && status < 300) return null;', 'if (status >= 200 && status < 400) return null;'],
    [
      "if (outcome.status === 410 || delivery.type === 'test') return null;",
      "if (delivery.type === 'test') return null;",
    ],
    ['Math.min(Math.max(requestedMs, plannedMs), 2 * plannedMs)', 'Math.max(requestedMs, plannedMs)'],
    ["const isCounted = delivery.type !== 'test';", 'const isCounted = true;'],
    ['return failures >= minFailures;', 'return failures >= 0;'],
    [
      '    if (subscriber.failingSince !== null) await updateSubscriber(ctx, subscriber, { failingSince: null });\n',
      '',
    ],
    ["const isOverlap = (subscriber.previousSecretUntil ?? '') > timestamp.toISOString();", 'const isOverlap = true;'],
    ["  if (delivery.status === 'delivered')\n", "  if (delivery.status === 'failed')\n"],
    ['const next = isAgain ?', 'const next = !isAgain ?'],
    ['delivery.attempts - (job.payload as DeliverPayload).earlier', 'delivery.attempts'],
    ['  if (subscriber && mayReceive(subscriber, delivery)) {\n', '  if (subscriber && delivery === null) {\n'],
    ["return error === null ? 'finished' : 'failed';", "return 'finished';"],
  ]),
  ...inSlice('webhooks', 'webhooks/record-success', [
    ["eb.fn.coalesce('deliveredAt', eb.val<string>(slot('now')))", "eb.val<string>(slot('now'))"],
    ['if (failing.length > 0) {', 'if (failing.length < 0) {'],
    ['if (successes.length === 1 || ctx.dialect.isUnavailable(error)) throw error;', 'if (error) throw error;'],
  ]),
  ...inSlice('webhooks', 'webhooks/deliveries', [
    ["sql.lit(0))\n      .where('status', '!=', 'disabled')", 'sql.lit(0))'],
    ["    .where('status', '=', 'pending')\n", ''],
  ]),
  ...inSlice('webhooks', 'webhooks/resend', [
    ["  if (row.status === 'failed') await reopen(ctx, [row.id]);\n", ''],
    ["    .where('subscriberId', 'in', enabled);", ';'],
  ]),
  ...inSlice('webhooks', 'webhooks/signature', [
    [
      "base64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8')",
      "Buffer.from(secret, 'utf8')",
    ],
  ]),
  ...inSlice('webhooks', 'webhooks/subscribers', [['  if (isResumed) await enqueuePending(ctx, id);\n', '']]),
  ...inSlice('webhooks', 'webhooks/webhook-tasks', [["    .where('status', '!=', 'pending')\n", '']]),
  ...inSlice('jobs', 'jobs/claim-jobs', [
    [
      'case when limited.lane is not null then 1 else ${placesWithoutLimit} end as places',
      '${placesWithoutLimit} as places',
    ],
    ['order by due.turn, due.since', 'order by due.since'],
    ["when room.reason = 'slow' then 'slow' else 'quick' end,", "else 'quick' end,"],
    ['then room."limitedAt" else', 'then jobs."runAt" else'],
  ]),
  ...inSlice('jobs', 'jobs/run-job', [
    ["  if (!isSlow && result === 'failed') await updateLane(ctx, job, 'failing');\n  else if", '  if'],
    ["job.isLimited && result !== 'threw'", 'job.isLimited'],
    ["updateLane(ctx, job, 'slow').finally(onSlow);", 'onSlow();'],
    [' ?? task?.everyMs;', ';'],
  ]),
  ...inSlice('jobs', 'jobs/lane-places', [
    ['if (lane.isFull && lane.running < places) mayHaveMore = true;', ''],
    ['if (hasFailed || isSlow)', 'if (hasFailed)'],
    [' && this.#earned[lane.pool] < maxEarned[lane.pool]', ''],
    ['else if (lane.isFull && ', 'else if ('],
  ]),
  ...inSlice('jobs', 'jobs/lanes', [["'<', timeOf(ctx, -keptMs)", "'>', timeOf(ctx, -keptMs)"]]),
  ...inSlice('jobs', 'jobs/queue', [
    ['if (finished.length === ids.length) continue;', 'if (finished) continue;'],
    ['if (!row) throw', 'if (row === null) throw'],
    [
      "doUpdateSet({ runAt: slot('now'), failedAt: null, ...repeating })",
      "doUpdateSet({ runAt: slot('now'), ...repeating })",
    ],
    [".where('again', '=', sql.lit(0))", ".where('again', '>=', sql.lit(0))"],
  ]),
  ...inSlice('jobs', 'jobs/leases', [
    ["    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))\n", ''],
    ['  if (host !== hostname()) return false;\n', ''],
  ]),
  ...inSlice('jobs', 'jobs/worker', [
    ['if (mayHoldStrayLeases) {', 'if (mayHoldStrayLeases && stopping) {'],
    ['    waitMs = poll.minMs;\n', ''],
    ['if (!everyMs) continue;', 'if (everyMs) continue;'],
    ['      await bringForward(ctx, name, 2 * Math.max(everyMs, ...retryAfterMs));\n', ''],
  ]),
  ...inSlice('jobs', 'jobs/schedules', [['(0.8 + 0.4 * random())', '1']]),
  ...inSlice('events', 'events/events', [
    ['  if (!stored) return false;', '  if (!stored) return true;'],
    ["          .where('earlier.subject', '=', slot('subject'))\n", ''],
    ['  await ctx.react(ctx, { ...event, data, sequence: stored.sequence }, facts);\n', ''],
  ]),
  ...inSlice('database', 'database/sqlite-driver', [
    [
      '(connection as Connection).hasTurn = false;\n    await this.#endTurn(false);',
      '(connection as Connection).hasTurn = false;\n    await this.#endTurn(true);',
    ],
    ['if (!isBusy || Date.now() > deadline) throw error;', 'throw error;'],
    ['this.#commitsAtOnce || this.#isFull', 'this.#commitsAtOnce'],
    ['this.#group.length > length ? 0 : quietTurns + 1', 'quietTurns + 1'],
    ["      if (this.#database.inTransaction) this.#database.exec('rollback');\n", ''],
    ['      if (!isKept) this.#postponed.rollBackTurn();\n', ''],
  ]),
  ...inSlice('database', 'database/sqlite-postponed', [
    ['    this.#earlierCount = this.#waiting.length;\n', ''],
    ['    this.#earlierRun ??= this.#waiting.slice(0, this.#earlierCount);\n', ''],
    ['    if (this.#waiting.length > 0 && sql.includes(table)) this.run();\n', ''],
  ]),
  ...inSlice('database', 'database/sqlite', [
    ["'synchronous = FULL'", "'synchronous = OFF'"],
    ['case when json_type(${column}, ${at}) in ${kinds[as]} then', 'case when true then'],
    [
      "sql`coalesce(json_type(${column}, ${placeOf(path)}), 'null') <> 'null'`",
      'sql`json_type(${column}, ${placeOf(path)}) is not null`',
    ],
  ]),
  ...inSlice('database', 'database/update-row', [['  if (Object.keys(difference).length === 0) return row;\n', '']]),
  ...inSlice('database', 'database/list-page', [["order = 'desc', ...page", "order = 'asc', ...page"]]),
  ...inSlice('database', 'database/migrate', [
    ['/previously executed migration .* is missing/.test(String(error))', 'error === null'],
  ]),
  ...inSlice('forms', 'forms/submissions', [
    ['  requireOpen(form, ctx.now());\n', ''],
    ["    if (!(await shareForm(ctx, form.id)).open) throw fail('form_closed');\n", ''],
    ['if (Number(count) >= maxSubmissions) throw', 'if (Number(count) > maxSubmissions) throw'],
    ['  if (earlier) return earlier;\n', ''],
    [
      'else if (!(await insertIfNew(ctx, submission))) return { isNew: false, opened: null };',
      'else await insertIfNew(ctx, submission);',
    ],
    ['isFresh: !input.mayResume', 'isFresh: true'],
    ['...answers.filter((fault) => !reported.has(fault.pointer))', '...answers'],
    ["paymentId === null ? 'submitted' : 'awaiting_payment'", "'submitted'"],
  ]),
  ...inSlice('forms', 'forms/submit.routes', [
    ['  if (!submitted.isNew) await dropFiles();\n', ''],
    ['    if (error instanceof Problem) await dropFiles();\n', ''],
    ["    if (error.code === 'already_paid') return null;\n", ''],
    ["error.status >= 500 || error.code === 'sold_out' ? error.code : 'processor_error'", 'error.code'],
    ["  if (!form.public) requireScope(request.ctx, 'forms:write', form.id);\n", ''],
  ]),
];
