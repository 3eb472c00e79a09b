// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
// The changes of mutants.ts: each a mistake that a developer could make, in a place where it would cost money or data.

export type Mutant = { file: string; find: string; replace: string };

/** The text with the mistake. Throws if its place is not there exactly once: the code has moved, and the list must follow. */
export function mutate(text: string, { file, find, replace }: Mutant): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`${file}: this occurs ${places} times instead of once:\n${find}`);
  return text.replace(find, () => replace);
}

const inFile = (file: string, changes: readonly (readonly [find: string, replace: string])[]): Mutant[] =>
  changes.map(([find, replace]) => ({ file: `${file}.ts`, find, replace }));

export const mutants: readonly Mutant[] = [
  ...inFile('payments/payment-status', [
    ["  failed: ['canceled', 'expired', 'succeeded'],", "  failed: ['canceled', 'expired'],"],
    [
      "  processing: ['failed', 'canceled', 'expired', 'succeeded'],",
      "  processing: ['open', 'failed', 'canceled', 'expired', 'succeeded'],",
    ],
  ]),
  ...inFile('payments/update-payment', [
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
  ...inFile('payments/payment-intent', [
    ["numberOf(object.amount_received) || (status === 'succeeded' ? amount : 0)", 'numberOf(object.amount_received)'],
    ['disputed: isOver ? 0 : 1', 'disputed: 1'],
  ]),
  ...inFile('payments/refunds', [
    ['  if (known && !wasNeverMade(known)) return;\n', ''],
    ["status === 'failed' && processorRefundId === null", 'false'],
    ["  if (payment.disputed === 1) throw fail('payment_disputed');\n", ''],
    ['amount > Math.min(left, limit)', 'amount > Math.min(payment.amountReceived, limit)'],
    ['amount > Math.min(left, limit)', 'amount > left'],
    ['> keyLifeMs) return', '> 100 * keyLifeMs) return'],
  ]),
  ...inFile('payments/refund', [
    ["amountPending: sumOf('pending') });", 'amountPending: 0 });'],
    ["  succeeded: ['failed', 'canceled'],", '  succeeded: [],'],
  ]),
  ...inFile('payments/checkout', [
    [
      '    if (row.checkoutAttempts !== seen.checkoutAttempts || row.checkoutSessionId !== seen.checkoutSessionId) return row;\n',
      '',
    ],
    ['    if (isRefusal(error)) await cancelRefused(ctx, payment, problem);\n', ''],
    ["  if (session?.status === 'complete') throw fail('already_paid');\n", ''],
  ]),
  ...inFile('payments/late-events', [
    ['  if (last && at - last.at < pauseMs) return last.answered;\n', ''],
    ["['open', 'failed']", "['open']"],
  ]),
  ...inFile('payments/native-events', [
    ['textOf(event.account) === null && ', ''],
    ['if (!(error instanceof StaleSnapshotError) || round === maxRounds) throw error;', 'throw error;'],
  ]),
  ...inFile('payments/reconcile', [
    ['of events.reverse()', 'of events'],
    ["['open', 'processing', 'failed']", "['open', 'failed']"],
  ]),
  ...inFile('webhooks/deliver', [
    ["return subscriber.status === 'active' || delivery.type === 'test';", 'return true;'],
    ['if (status >= 200 && status < 300) return null;', 'if (status >= 200 && status < 400) return null;'],
    [
      "if (outcome.status === 410 || delivery.type === 'test') return null;",
      "if (delivery.type === 'test') return null;",
    ],
    ['Math.min(requestedMs, maxRequestedMs)', 'requestedMs'],
    ["const isCounted = delivery.type !== 'test';", 'const isCounted = true;'],
    ['return failures >= minFailures;', 'return failures >= 0;'],
    ['    if (subscriber.failingSince !== null) await noteFailing(ctx, subscriber, null);\n', ''],
    ["const isOverlap = (subscriber.previousSecretUntil ?? '') > timestamp.toISOString();", 'const isOverlap = true;'],
    ["  if (delivery.status === 'delivered')\n", "  if (delivery.status === 'failed')\n"],
    ['const next = isAgain ?', 'const next = !isAgain ?'],
    ['delivery.attempts - (job.payload as DeliverPayload).earlier', 'delivery.attempts'],
    ['  if (subscriber && mayReceive(subscriber, delivery)) {\n', '  if (subscriber && delivery === null) {\n'],
    ["return error === null ? 'finished' : 'failed';", "return 'finished';"],
  ]),
  ...inFile('webhooks/record-success', [
    ["eb.fn.coalesce('deliveredAt', eb.val<string>(slot('now')))", "eb.val<string>(slot('now'))"],
    ['if (failing.length > 0) {', 'if (failing.length < 0) {'],
    ['if (successes.length === 1 || ctx.dialect.isUnavailable(error)) throw error;', 'if (error) throw error;'],
  ]),
  ...inFile('webhooks/deliveries', [
    ["      .where('status', '!=', 'disabled'),\n", ','],
    ["    .where('status', '=', 'pending')\n", ''],
  ]),
  ...inFile('webhooks/resend', [
    ["  if (row.status === 'failed') await reopen(ctx, [row.id]);\n", ''],
    ["    .where('subscriberId', 'in', enabled);", ';'],
  ]),
  ...inFile('webhooks/signature', [
    [
      "base64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8')",
      "Buffer.from(secret, 'utf8')",
    ],
  ]),
  ...inFile('webhooks/subscribers', [['  if (isResumed) await enqueuePending(ctx, id);\n', '']]),
  ...inFile('webhooks/webhook-tasks', [["    .where('status', '!=', 'pending')\n", '']]),
  ...inFile('jobs/claim-jobs', [
    [
      'case when limited.lane is not null then 1 else ${placesWithoutLimit} end as places',
      '${placesWithoutLimit} as places',
    ],
    ['order by due.turn, due.since', 'order by due.since'],
    ["when room.reason = 'slow' then 'slow' else 'quick' end,", "else 'quick' end,"],
    ['then room."limitedAt" else', 'then jobs."runAt" else'],
  ]),
  ...inFile('jobs/run-job', [
    ["  if (!isSlow && result === 'failed') await updateLane(ctx, job, 'failing');\n  else if", '  if'],
    ["job.isLimited && result !== 'threw'", 'job.isLimited'],
    ["updateLane(ctx, job, 'slow').finally(onSlow);", 'onSlow();'],
    [' ?? task?.everyMs;', ';'],
  ]),
  ...inFile('jobs/lane-places', [
    ['if (lane.isFull && lane.running < places) mayHaveMore = true;', ''],
    ['if (hasFailed || isSlow)', 'if (hasFailed)'],
    [' && this.#earned[lane.pool] < maxEarned[lane.pool]', ''],
    ['else if (lane.isFull && ', 'else if ('],
  ]),
  ...inFile('jobs/claim-jobs', [["'<', timeOf(ctx, -keptMs)", "'>', timeOf(ctx, -keptMs)"]]),
  ...inFile('jobs/queue', [
    ['if (finished.length === ids.length) continue;', 'if (finished) continue;'],
    ['if (!row) throw', 'if (row === null) throw'],
    [
      "doUpdateSet({ runAt: slot('now'), failedAt: null, ...repeating })",
      "doUpdateSet({ runAt: slot('now'), ...repeating })",
    ],
    [".where('again', '=', sql.lit(0))", ".where('again', '>=', sql.lit(0))"],
  ]),
  ...inFile('jobs/leases', [
    ["    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))\n", ''],
    ['  if (host !== hostname()) return false;\n', ''],
  ]),
  ...inFile('jobs/worker', [
    ['if (mayHoldStrayLeases) {', 'if (mayHoldStrayLeases && stopping) {'],
    ['    waitMs = poll.minMs;\n', ''],
    ['if (!everyMs) continue;', 'if (everyMs) continue;'],
    ['      await bringForward(ctx, name, 2 * Math.max(everyMs, ...retryAfterMs));\n', ''],
  ]),
  ...inFile('jobs/schedules', [['(0.8 + 0.4 * random())', '1']]),
  ...inFile('events/events', [
    ['  if (!stored) return false;', '  if (!stored) return true;'],
    ["          .where('earlier.subject', '=', slot('subject'))\n", ''],
    ['  await ctx.react(ctx, { ...event, data, sequence: stored.sequence }, facts);\n', ''],
  ]),
  ...inFile('database/sqlite-driver', [
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
  ...inFile('database/sqlite-postponed', [
    ['    this.#earlierCount = this.#waiting.length;\n', ''],
    ['    this.#earlierRun ??= this.#waiting.slice(0, this.#earlierCount);\n', ''],
    ['    if (this.#waiting.length > 0 && sql.includes(table)) this.run();\n', ''],
  ]),
  ...inFile('database/sqlite', [
    ["'synchronous = FULL'", "'synchronous = OFF'"],
    ['case when json_type(${column}, ${at}) in ${kinds[as]} then', 'case when true then'],
    [
      "sql`coalesce(json_type(${column}, ${placeOf(path)}), 'null') <> 'null'`",
      'sql`json_type(${column}, ${placeOf(path)}) is not null`',
    ],
  ]),
  ...inFile('database/update-row', [['  if (Object.keys(difference).length === 0) return row;\n', '']]),
  ...inFile('database/record-list', [
    ['(${column} is null and ${after})', '(${column} is null)'],
    ['if (isNullable) return', 'if (!isNullable) return'],
    ['members[name]?.isSortable', 'members[name]'],
  ]),
  ...inFile('database/migrations/migrate', [
    ['/previously executed migration .* is missing/.test(String(error))', 'error === null'],
  ]),
  ...inFile('forms/submit/submissions', [
    ['  requireOpen(form, ctx.now());\n', ''],
    ["    if (!(await shareForm(ctx, form.id)).open) throw fail('form_closed');\n", ''],
    ['if (Number(count) >= maxSubmissions) throw', 'if (Number(count) > maxSubmissions) throw'],
    ['  if (earlier) return earlier;\n', ''],
    [
      'if (!(await insertIfNew(ctx, submission))) return { isNew: false, opened: null };',
      'await insertIfNew(ctx, submission);',
    ],
    ['...answers.filter((fault) => !reported.has(fault.pointer))', '...answers'],
    ["paymentId === null ? 'submitted' : 'awaiting_payment'", "'submitted'"],
  ]),
  ...inFile('forms/submit/take-submission', [
    ['  if (!submitted.isNew) await dropFiles(ctx, sending.uploaded);\n', ''],
    ['    if (isRejected && !isShownAgain) await dropFiles(ctx, sending.uploaded);\n', ''],
    ["error.code === 'already_paid' ? null : { problem: error }", '{ problem: error }'],
  ]),
  ...inFile('forms/submit.routes', [
    ["status >= 500 || code === 'sold_out' ? code : 'processor_error'", 'code'],
    ["  if (!form.public) requireScope(request.ctx, 'forms:write', form.id);\n", ''],
  ]),
  ...inFile('context/access', [
    ['scopes.includes(`${wider}:${of}`)', 'scopes.some((given) => given.startsWith(`${wider}:`))'],
  ]),
  ...inFile('accounts/guard', [
    ['session.needsSecondFactor ? [] : scopesOf[session.role]', 'scopesOf[session.role]'],
    ["    throw fail('cross_origin');\n", ''],
  ]),
  ...inFile('accounts/sessions', [['account === sha256(emailKey) && ', '']]),
  ...inFile('accounts/password-links', [
    [
      "  if (answer && answer.userId !== user.id) throw fail('invalid_passkey', 'This passkey belongs to another account');\n",
      '',
    ],
    ['    await endSessions(ctx, user.id);\n', ''],
  ]),
  ...inFile('accounts/sessions', [
    [".where('passwordHash', '=', user.passwordHash)", ''],
    ["    .where('sessions.createdAt', '>', timeOf(ctx, -maxAgeMs))\n", ''],
  ]),
  ...inFile('accounts/setup', [['known !== null && safeEqual(code, known)', 'known?.startsWith(code) ?? false']]),
  ...inFile('accounts/users', [
    [
      '    await endSessions(ctx, id);\n    await endPasswordLinks(ctx, id);\n',
      '    await endPasswordLinks(ctx, id);\n',
    ],
    [".where('passwordHash', '!=', '')", ''],
  ]),
  ...inFile('accounts/tokens', [['token && token.expiresAt > ctx.now().getTime() ? token : null', 'token']]),
  ...inFile('accounts/tokens.routes', [["scopes?.includes('admin')", "scopes?.every((scope) => scope === 'admin')"]]),
  ...inFile('accounts/second-factor', [['step <= row.lastStep', 'step < row.lastStep']]),
  ...inFile('accounts/challenges', [['ofHolder === sha256(holder) && ', '']]),
  ...inFile('accounts/audit/record-change', [
    ['const isSafe = safe.has(member) || safeOperations.has(operation);', 'const isSafe = true;'],
  ]),
  ...inFile('content/model/visibility', [
    ["eb.and([eb(status, '=', 'publish'), eb(sortDate, '<=', now)])", "eb(status, '=', 'publish')"],
  ]),
  ...inFile('content/model/find-item', [['mayReadAll(ctx, type) ? {} : { draft: null, unpublishAt: null }', '{}']]),
  ...inFile('content/api/item-requests', [
    ['  requireUnchanged(ctx, item, request.headers, { hasDraft: false });\n', ''],
  ]),
  ...inFile('content/lifecycle/empty-trash', [['{ leaveTexts: true }', '{ clearReferences: true, leaveTexts: true }']]),
  ...inFile('content/model/item-texts', [['type.fields.filter((field) => !field.scope)', 'type.fields']]),
  ...inFile('content/lifecycle/prune-revisions', [['-dailyDays * dayMs', '-allDays * dayMs']]),
  ...inFile('content/lifecycle/planned-tasks', [['note?.publishAt === at ?', 'note?.publishAt ?']]),
  ...inFile('content/media/public-media.routes', [
    ["  else if (!isLinkValid(ctx, file.mediaId, link)) throw fail('link_expired');\n", ''],
  ]),
  ...inFile('content/expand/read-expand', [['types.filter((type) => mayReadType(ctx, type))', 'types']]),
  ...inFile('fields/visible-names', [['other && isVisible(other) ?', 'other ?']]),
  ...inFile('forms/form/origins', [['origins.includes(origin)', 'origins.some((one) => origin.startsWith(one))']]),
  ...inFile('forms/unique/unique-answers', [["\n    .where('payments.status', 'in', ['canceled', 'expired']);", ';']]),
  ...inFile('forms/retention/sweep', [
    ["eb('payments.status', '=', 'processing'),", ''],
    ['    await deleteQuotesOf(ctx, id);\n', ''],
  ]),
  ...inFile('forms/answers/consents', [['[earlier, form].find', '[form, earlier].find']]),
  ...inFile('forms/payment/take-off', [['Math.min(sum, wished)', 'wished']]),
  ...inFile('forms/payment/read-order', [
    [
      "  if (wished < minimum) return fault('/amount', 'minimum', orderTexts.amountTooSmall(label, minimum, currency));\n",
      '',
    ],
  ]),
  ...inFile('forms/inbox/change-submissions', [
    ["...(forms === null ? [] : [eb('formId', 'in', ['', ...forms])])", ''],
  ]),
  ...inFile('forms/inbox/replies', [["may(ctx.actor, 'crm:read') && ", '']]),
  ...inFile('forms/privacy/erase-submissions', [['    await forgetAnswers(ctx, id, changed);\n', '']]),
  ...inFile('payments/payments', [['row.amountReceived < row.amount;', 'row.amountReceived === 0;']]),
  ...inFile('payments/reservations', [
    ['"held" + "sold" + ${countOf(units)}', '"sold" + ${countOf(units)}'],
    ['(totals.get(key) ?? null) : 0', '(totals.get(key) ?? null) : null'],
  ]),
  ...inFile('payments/inferred-refund', [['isCounted(status) || processorRefundId !== null', 'isCounted(status)']]),
  ...inFile('payments/subscription', [
    ['  if (row.version !== seenVersion) throw new StaleSnapshotError(`${row.id} has changed meanwhile`);\n', ''],
  ]),
  ...inFile('payments/processor/stripe', [
    ["  if (!(madeAt <= now.getTime() / 1000 + toleranceSeconds)) throw fail('invalid_signature');\n", ''],
  ]),
  ...inFile('payments/native-events', [["    .where('status', '=', status)\n", '']]),
  ...inFile('payments/invalid-money', [[' || (value as number) < 0', '']]),
  ...inFile('payments/reduce-payments', [
    ['customerId: null, email: null, checkoutUrl', 'customerId: null, checkoutUrl'],
  ]),
  ...inFile('crm/contacts', [['row.name ?? textOf(person.name)', 'textOf(person.name) ?? row.name']]),
  ...inFile('invoices/change-invoice', [['row.amountPaid > 0 || ', '']]),
  ...inFile('invoices/draw-number', [['issueDay: later(row.issueDay, today),', 'issueDay: today,']]),
  ...inFile('payments/invoice-payments', [[' - (await heldAmount(ctx, invoice.id, id))', '']]),
  ...inFile('invoices/paid-invoices', [
    [" && row.status !== 'void'", ''],
    [' || (row.currency ?? payment.currency) !== payment.currency', ''],
  ]),
  ...inFile('mail/send-mail', [
    ['      sentAt,\n      sealedLink: null,\n', '      sentAt,\n'],
    ['    await publishSentDocument(ctx, { ...mail, attempts, sentAt });\n', ''],
    ['    if (!error.isRefusal) return;\n', ''],
  ]),
  ...inFile('mail/opt-outs/opt-outs', [
    ['[idOf({ address, formId }), idOf({ address, formId: null })]', '[idOf({ address, formId })]'],
  ]),
  ...inFile('lib/html', [['escapeHtml(String(value))', 'String(value)']]),
];
