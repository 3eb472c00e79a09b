// The HTML of the hosted pages: the payment form, and notices.
import type Stripe from 'stripe';
import { type FieldErrors, type FieldName, sandboxPayer, type Typed } from './checkout-form.ts';
import { brandStyle, stylesheet } from './checkout-page-style.ts';
import type { SessionPlan } from './checkout-sessions.ts';
import type { Business } from './context.ts';
import { html, type Markup } from './html.ts';
import { formatAmount } from './money.ts';

export type CheckoutView = {
  session: Stripe.Checkout.Session;
  plan: SessionPlan;
  /** Who is paid; null if unknown. */
  business: Business | null;
  /** Null on the first visit, which prefills a test card and its owner. */
  typed: Typed | null;
  errors: FieldErrors;
  /** Why the card was declined, shown above the form. */
  declineMessage: string | null;
  fixedEmail: string | null;
  cancelHref: string | null;
};

const firstVisit: Typed = {
  email: '',
  name: sandboxPayer,
  card_number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
};
// In the order of the form and the error summary.
const labels: Record<FieldName, string> = {
  email: 'Email',
  card_number: 'Card number',
  expiry: 'Expiry date',
  cvc: 'Security code',
  name: 'Name on card',
};

/** A complete document; `isSingle` uses one narrow column. */
function page(title: string, isSingle: boolean, content: Markup, business: Business | null = null): string {
  const sheet = stylesheet + brandStyle(business?.colors);
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>`;
  const body = html`<header class="test"><p>Test mode. No money moves. Do not enter a real card number.</p></header>
<main${isSingle ? html` class="single"` : ''}>${content}</main>`;
  // The stylesheet is not escaped: its bytes must match the hash in the content security policy.
  return `<!doctype html>\n<html lang="en"><head>${head.text}<style>${sheet}</style></head>\n<body>${body.text}</body></html>\n`;
}

/** The payment form with its summary. */
export function renderCheckout(view: CheckoutView): string {
  const { session, errors, declineMessage } = view;
  const failed = declineMessage !== null || Object.keys(errors).length > 0;
  const amount = formatAmount(session.amount_total ?? 0, session.currency ?? 'usd', view.business?.locale);
  const title = `${failed ? 'Error: ' : ''}Pay ${amount} · Checkout`;
  return page(
    title,
    false,
    html`${renderSummary(view, amount)}
<section class="panel" aria-labelledby="pay-with">
${renderAlert(view)}
<form method="post" novalidate>
<h2 id="pay-with">Pay with card</h2>
${renderFields(view)}
<button type="submit">${session.mode === 'subscription' ? 'Subscribe and pay' : 'Pay'} ${amount}</button>
<button class="quiet" type="submit" name="outcome" value="decline">Test a declined card</button>
</form>
${view.cancelHref && html`<p class="cancel"><a href="${view.cancelHref}">Cancel and go back</a></p>`}
${testCards}
</section>`,
    view.business,
  );
}

function renderSummary({ session, plan, business }: CheckoutView, amount: string): Markup {
  const currency = session.currency ?? 'usd';
  const interval = session.line_items?.data[0]?.price?.recurring;
  const count =
    interval && interval.interval_count > 1 ? `${interval.interval_count} ${interval.interval}s` : interval?.interval;
  const every = interval ? html` <small>every ${count}</small>` : '';
  const lines = plan.lines.map(
    (line) =>
      html`<li><span>${line.description}${line.quantity > 1 && html`<em>Quantity ${line.quantity}</em>`}</span><span>${formatAmount(line.amount, currency, business?.locale)}</span></li>`,
  );
  const heading = session.mode === 'subscription' ? 'Subscribe' : 'Payment';
  const description = plan.intentData.description ?? plan.subscriptionData.description;
  const about = plan.lines.some((line) => line.description === description) ? null : description;
  return html`<section aria-label="Summary">
${business && html`<p class="business">${business.logoUrl ? html`<img src="${business.logoUrl}" alt="${business.name}">` : business.name}</p>`}
<h1>${heading}</h1>
<p class="total">${amount}${every}</p>
<ul class="lines">${lines}</ul>
${about && html`<p class="hint">${about}</p>`}
</section>`;
}

function renderAlert({ errors, declineMessage }: CheckoutView): Markup | '' {
  const names = (Object.keys(labels) as FieldName[]).filter((name) => errors[name] !== undefined);
  if (declineMessage === null && names.length === 0) return '';
  const items = names.map((name) => html`<li><a href="#${name}">${errors[name]}</a></li>`);
  return html`<div class="alert" role="alert" tabindex="-1" id="problem">
<h2>${declineMessage ?? problemTitle(names.length)}</h2>
${declineMessage !== null ? html`<p class="hint">You have not been charged. Try another card.</p>` : html`<ul>${items}</ul>`}
</div>`;
}

function problemTitle(count: number): string {
  return count === 1 ? 'There is a problem' : `There are ${count} problems`;
}

function renderFields(view: CheckoutView): Markup {
  const { fixedEmail } = view;
  return html`${renderField(view, 'email', { type: 'email', autocomplete: 'email', readonly: fixedEmail !== null })}
${renderField(view, 'card_number', { inputmode: 'numeric', autocomplete: 'off', hint: 'Prefilled with a test card that is approved.' })}
<div class="pair">
${renderField(view, 'expiry', { inputmode: 'numeric', autocomplete: 'off', hint: 'Month / year' })}
${renderField(view, 'cvc', { inputmode: 'numeric', autocomplete: 'off', hint: '3 or 4 digits' })}
</div>
${renderField(view, 'name', { autocomplete: 'cc-name' })}`;
}

type FieldOptions = { type?: string; inputmode?: string; autocomplete: string; hint?: string; readonly?: boolean };

function renderField(
  { typed, errors, fixedEmail, declineMessage }: CheckoutView,
  name: FieldName,
  options: FieldOptions,
): Markup {
  const error = errors[name];
  const hint = name === 'card_number' && typed !== null ? undefined : options.hint;
  const value = name === 'email' && fixedEmail !== null ? fixedEmail : (typed ?? firstVisit)[name];
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  // After an error, focus starts at the first invalid field.
  const first =
    Object.keys(labels).find((field) => errors[field as FieldName] !== undefined) ??
    (declineMessage !== null ? 'card_number' : null);
  return html`<div class="field">
<label for="${name}">${labels[name]}</label>
<input id="${name}" name="${name}" type="${options.type ?? 'text'}" value="${value}" autocomplete="${options.autocomplete}" required${
    options.inputmode ? html` inputmode="${options.inputmode}"` : ''
  }${options.readonly ? html` readonly` : ''}${error ? html` aria-invalid="true"` : ''}${described ? html` aria-describedby="${described}"` : ''}${first === name ? html` autofocus` : ''}>
${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

const testCards = html`<details>
<summary>Test cards</summary>
<dl>
<div><dt>4242 4242 4242 4242</dt><dd>Approved (Visa)</dd></div>
<div><dt>5555 5555 5555 4444</dt><dd>Approved (Mastercard)</dd></div>
<div><dt>4000 0000 0000 0002</dt><dd>Declined by the bank</dd></div>
<div><dt>4000 0000 0000 9995</dt><dd>Declined for insufficient funds</dd></div>
<div><dt>4000 0000 0000 0069</dt><dd>Declined because the card has expired</dd></div>
<div><dt>4000 0000 0000 7726</dt><dd>Approved, refunds stay pending for a moment</dd></div>
<div><dt>4000 0000 0000 5126</dt><dd>Approved, refunds fail after a moment</dd></div>
</dl>
<p class="hint">Any other valid card number is approved. Use any future expiry date and any 3 digits as the security code.</p>
</details>`;

/** A page with a message, and optionally a link. */
export function renderNotice(title: string, text: string, link: { href: string; label: string } | null): string {
  return page(
    title,
    true,
    html`<section class="panel">
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
</section>`,
  );
}
