// `expand[]`: replaces IDs in a response with their objects, and adds fields that are included only on request.
import { invalidRequest } from './api-error.ts';
import type { Context } from './context.ts';

type JsonObject = { [name: string]: unknown };
type Extra = (ctx: Context, object: JsonObject) => unknown;

/** Fields that Stripe includes only on request. */
const onRequest: Record<string, Record<string, Extra>> = {
  'checkout.session': { line_items: (_ctx, session) => session.line_items },
  charge: {
    refunds: (ctx, charge) =>
      completeList(`/v1/charges/${charge.id}/refunds`, ctx.store.all('refund', { charge: charge.id as string })),
  },
  invoice: {
    payments: (ctx, invoice) =>
      completeList('/v1/invoice_payments', ctx.store.all('invoice_payment', { invoice: invoice.id as string })),
  },
};

function completeList(url: string, data: object[]): object {
  return { object: 'list', data: data.reverse(), has_more: false, url };
}

/** Completes the response for the caller, who made `body` for this: optional fields are removed unless expanded, and each of `paths` is expanded. 400 for unknown paths. */
export function present(ctx: Context, body: object, paths: string[]): object {
  const shown = body as JsonObject;
  const objects = shown.object === 'list' && Array.isArray(shown.data) ? (shown.data as JsonObject[]) : [shown];
  objects.forEach(hideExtras);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > 4 + (steps[0] === 'data' ? 1 : 0))
      throw invalidRequest(`You cannot expand more than 4 levels of a property. Property: ${path}`, 'expand');
    const inList = steps[0] === 'data' && shown.object === 'list';
    for (const object of objects) follow(ctx, object, inList ? steps.slice(1) : steps, path);
  }
  return shown;
}

function hideExtras(object: JsonObject): void {
  for (const name of Object.keys(onRequest[object.object as string] ?? {})) delete object[name];
}

function follow(ctx: Context, holder: JsonObject, steps: string[], path: string): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  const extra = onRequest[holder.object as string]?.[step];
  if (extra && holder[step] === undefined)
    holder[step] = extra(ctx, ctx.store.findAny(holder.id as string) as unknown as JsonObject);
  if (!(step in holder)) throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
  const value = holder[step];
  if (typeof value === 'string') holder[step] = load(ctx, value, path);
  const next = holder[step];
  const children = Array.isArray(next) ? next : [next];
  for (const child of children) {
    if (typeof child === 'object' && child !== null) follow(ctx, child as JsonObject, rest, path);
  }
}

function load(ctx: Context, id: string, path: string): JsonObject {
  const found = ctx.store.findAny(id);
  if (found === undefined) throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
  const object = found as unknown as JsonObject;
  hideExtras(object);
  return object;
}
