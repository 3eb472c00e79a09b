// `expand[]`: ids in an answer replaced by the objects they name, and fields that are shown only on request.
import { invalidRequest } from './api-error.ts';
import type { Context } from './context.ts';

type Plain = { [name: string]: unknown };
type Extra = (ctx: Context, object: Plain) => unknown;

/** Fields that Stripe leaves out of an answer until they are asked for. */
const onRequest: Record<string, Record<string, Extra>> = {
  'checkout.session': { line_items: (_ctx, session) => session.line_items },
  charge: {
    refunds: (ctx, charge) =>
      wholeList(`/v1/charges/${charge.id}/refunds`, ctx.store.all('refund', { charge: charge.id as string })),
  },
  invoice: {
    payments: (ctx, invoice) =>
      wholeList('/v1/invoice_payments', ctx.store.all('invoice_payment', { invoice: invoice.id as string })),
  },
};

function wholeList(url: string, data: object[]): object {
  return { object: 'list', data: data.reverse(), has_more: false, url };
}

/** The answer as the caller sees it: fields on request removed unless expanded, each path of `paths` followed. 400 for paths that lead nowhere. */
export function present(ctx: Context, body: object, paths: string[]): object {
  const shown = structuredClone(body) as Plain;
  const objects = shown.object === 'list' && Array.isArray(shown.data) ? (shown.data as Plain[]) : [shown];
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

function hideExtras(object: Plain): void {
  for (const name of Object.keys(onRequest[object.object as string] ?? {})) delete object[name];
}

function follow(ctx: Context, holder: Plain, steps: string[], path: string): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  const extra = onRequest[holder.object as string]?.[step];
  if (extra && holder[step] === undefined)
    holder[step] = extra(ctx, ctx.store.findAny(holder.id as string) as unknown as Plain);
  if (!(step in holder)) throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
  const value = holder[step];
  if (typeof value === 'string') holder[step] = load(ctx, value, path);
  const next = holder[step];
  const children = Array.isArray(next) ? next : [next];
  for (const child of children) {
    if (typeof child === 'object' && child !== null) follow(ctx, child as Plain, rest, path);
  }
}

function load(ctx: Context, id: string, path: string): Plain {
  const found = ctx.store.findAny(id);
  if (found === undefined) throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
  const object = found as unknown as Plain;
  hideExtras(object);
  return object;
}
