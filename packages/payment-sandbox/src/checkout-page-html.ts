// The HTML of the hosted pages: the payment form, and notices.
import type Stripe from 'stripe';
import { type FieldErrors, type FieldName, sandboxPayer, type Typed } from './checkout-form.ts';
import { brandStyle, stylesheet } from './checkout-page-style.ts';
import type { SessionPlan } from './checkout-sessions.ts';
import type { Business } from './context.ts';
import { html, type Markup } from './html.ts';
import { english, fillIn, type Language, localeFor } from './language.ts';
import type { Texts } from './languages/en.ts';
import { formatAmount } from './money.ts';

export type CheckoutView = {
  language: Language;
  session: Stripe.Checkout.Session;
  plan: SessionPlan;
  /** Who is paid; null if unknown. */
  business: Business | null;
  /** Null on the first visit, which prefills a test card and its owner. */
  typed: Typed | null;
  errors: FieldErrors;
  /** The text that says why the card was declined, shown above the form. */
  decline: keyof Texts | null;
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
const labels = {
  email: 'email',
  card_number: 'cardNumber',
  expiry: 'expiry',
  cvc: 'cvc',
  name: 'name',
} as const satisfies Record<FieldName, keyof Texts>;
const fieldNames = Object.keys(labels) as FieldName[];

/** A complete document; `isSingle` uses one narrow column. */
function page(
  { code, direction, texts }: Language,
  title: string,
  isSingle: boolean,
  content: Markup,
  business: Business | null = null,
): string {
  const sheet = stylesheet + brandStyle(business?.colors);
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>`;
  const body = html`<header class="test"><p>${texts.testMode}</p></header>
<main${isSingle ? html` class="single"` : ''}>${content}</main>`;
  // The stylesheet is not escaped: its bytes must match the hash in the content security policy.
  return `<!doctype html>\n<html lang="${code}"${direction === 'rtl' ? ' dir="rtl"' : ''}><head>${head.text}<style>${sheet}</style></head>\n<body>${body.text}</body></html>\n`;
}

/** The payment form with its summary. */
export function renderCheckout(view: CheckoutView): string {
  const { session, errors, decline, language } = view;
  const { texts } = language;
  const failed = decline !== null || Object.keys(errors).length > 0;
  const amount = moneyIn(view, session.amount_total ?? 0);
  const pay = fillIn(texts.pay, { amount });
  const title = `${pay} · ${texts.checkout}`;
  return page(
    language,
    failed ? fillIn(texts.error, { title }) : title,
    false,
    html`${renderSummary(view, amount)}
<section class="panel" aria-labelledby="pay-with">
${renderAlert(view)}
<form method="post" novalidate>
<h2 id="pay-with">${texts.payWithCard}</h2>
${renderFields(view)}
${session.custom_text.submit && html`<p class="hint">${session.custom_text.submit.message}</p>`}
<button type="submit">${session.mode === 'subscription' ? fillIn(texts.subscribe, { amount }) : pay}</button>
<button class="quiet" type="submit" name="outcome" value="decline">${texts.testDecline}</button>
</form>
${view.cancelHref && html`<p class="cancel"><a href="${view.cancelHref}">${texts.cancel}</a></p>`}
${renderTestCards(texts)}
</section>`,
    view.business,
  );
}

/** An amount of the session as the visitor's language writes it. */
function moneyIn({ session, business, language }: CheckoutView, amount: number): string {
  return formatAmount(amount, session.currency ?? 'usd', localeFor(language, business?.locale));
}

function renderSummary(view: CheckoutView, amount: string): Markup {
  const { session, plan, business, language } = view;
  const { texts } = language;
  const interval = session.line_items?.data[0]?.price?.recurring;
  const every = interval ? html` <small>${everyText(language, interval)}</small>` : '';
  const lines = plan.lines.map(
    (line) =>
      html`<li><span>${line.description}${line.quantity > 1 && html`<em>${fillIn(texts.quantity, { count: line.quantity })}</em>`}${line.about && html`<em>${line.about}</em>`}</span><span>${moneyIn(view, line.amount)}</span></li>`,
  );
  const heading = session.mode === 'subscription' ? texts.subscription : texts.payment;
  // As with Stripe, the description of an intent is not on the page: the lines say what is paid.
  const { description } = plan.subscriptionData;
  const about = plan.lines.some((line) => line.description === description) ? null : description;
  return html`<section aria-label="${texts.summary}">
${business && html`<p class="business">${business.logoUrl ? html`<img src="${business.logoUrl}" alt="${business.name}">` : business.name}</p>`}
<h1>${heading}</h1>
<p class="total">${amount}${every}</p>
<ul class="lines">${lines}</ul>
${about && html`<p class="hint">${about}</p>`}
</section>`;
}

const intervals = ['day', 'week', 'month', 'year'] as const;

type Recurring = { interval: string; interval_count: number };

function everyText({ code, texts }: Language, { interval, interval_count: count }: Recurring): string {
  const unit = intervals.find((one) => one === interval) ?? 'month';
  if (count === 1) return texts[unit];
  const period = new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return fillIn(texts.every, { period });
}

function renderAlert({ errors, decline, language: { texts } }: CheckoutView): Markup | '' {
  const names = fieldNames.filter((name) => errors[name] !== undefined);
  if (decline === null && names.length === 0) return '';
  const items = names.map((name) => html`<li><a href="#${name}">${textOf(texts, errors[name])}</a></li>`);
  const title = names.length === 1 ? texts.problem : fillIn(texts.problems, { count: names.length });
  return html`<div class="alert" role="alert" tabindex="-1" id="problem">
<h2>${decline === null ? title : texts[decline]}</h2>
${decline !== null ? html`<p class="hint">${texts.notCharged}</p>` : html`<ul>${items}</ul>`}
</div>`;
}

function textOf(texts: Texts, name: keyof Texts | undefined): string {
  return name === undefined ? '' : texts[name];
}

function renderFields(view: CheckoutView): Markup {
  const { fixedEmail, language } = view;
  const { cardHint, expiryHint, cvcHint } = language.texts;
  return html`${renderField(view, 'email', { type: 'email', autocomplete: 'email', readonly: fixedEmail !== null })}
${renderField(view, 'card_number', { inputmode: 'numeric', autocomplete: 'off', hint: cardHint })}
<div class="pair">
${renderField(view, 'expiry', { inputmode: 'numeric', autocomplete: 'off', hint: expiryHint })}
${renderField(view, 'cvc', { inputmode: 'numeric', autocomplete: 'off', hint: cvcHint })}
</div>
${renderField(view, 'name', { autocomplete: 'cc-name' })}`;
}

type FieldOptions = { type?: string; inputmode?: string; autocomplete: string; hint?: string; readonly?: boolean };

function renderField(
  { typed, errors, fixedEmail, decline, language: { texts } }: CheckoutView,
  name: FieldName,
  options: FieldOptions,
): Markup {
  const error = textOf(texts, errors[name]);
  const hint = name === 'card_number' && typed !== null ? undefined : options.hint;
  const value = name === 'email' && fixedEmail !== null ? fixedEmail : (typed ?? firstVisit)[name];
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  // After an error, focus starts at the first invalid field.
  const first = fieldNames.find((field) => errors[field] !== undefined) ?? (decline !== null ? 'card_number' : null);
  return html`<div class="field">
<label for="${name}">${texts[labels[name]]}</label>
<input id="${name}" name="${name}" type="${options.type ?? 'text'}" value="${value}" autocomplete="${options.autocomplete}"${name === 'name' ? '' : html` dir="ltr"`} required${
    options.inputmode ? html` inputmode="${options.inputmode}"` : ''
  }${options.readonly ? html` readonly` : ''}${error ? html` aria-invalid="true"` : ''}${described ? html` aria-describedby="${described}"` : ''}${first === name ? html` autofocus` : ''}>
${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

function renderTestCards(texts: Texts): Markup {
  const cards = [
    ['4242 4242 4242 4242', fillIn(texts.approved, { brand: 'Visa' })],
    ['5555 5555 5555 4444', fillIn(texts.approved, { brand: 'Mastercard' })],
    ['4000 0000 0000 0002', texts.declinedByBank],
    ['4000 0000 0000 9995', texts.declinedForFunds],
    ['4000 0000 0000 0069', texts.declinedForExpiry],
    ['4000 0000 0000 7726', texts.pendingRefunds],
    ['4000 0000 0000 5126', texts.failingRefunds],
  ];
  return html`<details>
<summary>${texts.testCards}</summary>
<dl>
${cards.map(([number, text]) => html`<div><dt><bdi dir="ltr">${number}</bdi></dt><dd>${text}</dd></div>`)}
</dl>
<p class="hint">${texts.otherCards}</p>
</details>`;
}

/** A page with a message, and optionally a link. */
export function renderNotice(
  title: string,
  text: string,
  link: { href: string; label: string } | null,
  language: Language = english,
): string {
  return page(
    language,
    title,
    true,
    html`<section class="panel">
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
</section>`,
  );
}
