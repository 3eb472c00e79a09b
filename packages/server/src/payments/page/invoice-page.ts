// The page of an invoice as accessible HTML that works without a script: who owes whom what, what was paid, and how to pay the rest.

import type { DocumentFormat } from '../../invoices/documents.ts';
import type { CreditNote, Invoice, InvoiceLine } from '../../invoices/invoices.schemas.ts';
import { quantityOf } from '../../invoices/quantity-words.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn, type Texts } from '../../languages/language-texts.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { memoize } from '../../lib/lru-cache.ts';
import { dayOf } from '../../lib/zone-days.ts';
import { type Buyer, type Seller, spacedIban } from '../../settings/invoicing.ts';
import { looksIn } from '../../settings/looks.ts';
import { looksStyle } from '../../settings/page-looks.ts';
import type { Site } from '../../settings/site.ts';
import { localeFor, type SiteFormats } from '../../settings/site-formats.ts';
import type { PaymentRow } from '../payments.ts';
import { style } from './invoice-page-style.ts';

export type InvoicePage = {
  invoice: Invoice & { amount: number; currency: string; totals: NonNullable<Invoice['totals']> };
  seller: Seller;
  buyer: Buyer | null;
  /** The day in the time zone of the site. */
  dueDay: string | null;
  state: InvoiceState;
  /** What can be paid online now. */
  payable: number;
  /** Whether a bank has yet to confirm a payment. */
  isProcessing: boolean;
  payments: readonly PaymentRow[];
  creditNotes: readonly CreditNote[];
  formats: readonly DocumentFormat[];
};

/** `lang`: which language the URL names. */
type Visited = InvoicePage & { lang: string | null };

export type InvoiceState = keyof Texts['invoicePage']['statuses'];

/** What the page says first, such as what became of a payment. */
export type Notice = { paragraphs: readonly string[]; isAlert?: boolean };

/** What a page is written with. */
export type Pen = { site: Site; language: Language; formats: SiteFormats };

/** The markup, and its style for the content security policy. */
export function renderInvoicePage(pen: Pen, page: Visited, path: string, notice: Notice | null) {
  const { site, language } = pen;
  const { title, untitled } = language.texts.invoicePage;
  const { number, lines, description } = page.invoice;
  const subject = description === lines[0]?.description ? null : description;
  const heading = number === null ? untitled : fillIn(title, { number });
  const looks = { ...looksIn(site.looks), coverUrl: null, backgroundUrl: null };
  const css = style + looksStyle(looks.theme ?? 'auto', { brandColor: site.brandColor, looks });
  const body = html`<body><main>
${renderBrand(site)}<div class="top"><h1>${heading}</h1><p class="status ${page.state}">${language.texts.invoicePage.statuses[page.state]}</p></div>
${subject && html`<p class="subject">${subject}</p>`}${notice && renderNotice(notice)}${renderDue(pen, page, path)}${renderParties(pen, page)}${renderFacts(pen, page)}${renderLines(pen, page)}${renderNotes(page)}${renderTransfer(pen, page)}${renderPayments(pen, page)}${renderCreditNotes(pen, page)}${renderDocuments(pen, page, path)}
</main></body>`;
  const markup = `<!doctype html>
<html lang="${language.code}" dir="${language.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${html`<title>${heading} · ${site.name}</title>`.markup}<style>${css}</style></head>
${body.markup}
</html>
`;
  return { markup, css };
}

function renderBrand({ logoUrl, name }: Site): Html {
  const brand = logoUrl === null ? name : html`<img src="${logoUrl}" alt="${name}">`;
  return html`<p class="brand">${brand}</p>
`;
}

function renderNotice({ paragraphs, isAlert = false }: Notice): Html {
  return html`<div class="notice${isAlert ? ' alert' : ''}" role="${isAlert ? 'alert' : 'status'}">${paragraphs.map((text) => html`<p>${text}</p>`)}</div>
`;
}

function renderDue({ language, formats }: Pen, { invoice, dueDay, payable, lang }: Visited, path: string): Html {
  const { open, pay } = language.texts.invoicePage;
  const { currency, totals, status } = invoice;
  if (status !== 'open' || totals.open === 0) return html``;
  const money = (amount: number): string => formats.money(amount, currency);
  const { due } = language.texts.mails.words;
  const action = lang === null ? path : `${path}?lang=${encodeURIComponent(lang)}`;
  return html`<div class="due"><p>${open}<strong>${money(totals.open)}</strong>${dueDay !== null && `${due}: ${formats.day(dueDay)}`}</p>
${payable > 0 && html`<form method="post" action="${action}"><button>${fillIn(pay, { amount: money(payable) })}</button></form>`}</div>
`;
}

function renderParties(pen: Pen, { seller, buyer }: InvoicePage): Html {
  const { from, to } = pen.language.texts.invoicePage;
  const { taxNumber, registration, phone, email } = seller;
  const known = taxNumber && `${pen.language.texts.invoicePage.taxNumber}: ${taxNumber}`;
  return html`<div class="parties">${renderParty(pen, from, seller, [known, registration, phone, email])}${buyer && renderParty(pen, to, buyer)}</div>
`;
}

function renderParty(
  { language }: Pen,
  title: string,
  { name, address = {}, vatId }: Buyer | Seller,
  more: readonly (string | undefined)[] = [],
): Html {
  const place = [address.postalCode, address.city].filter(Boolean).join(' ');
  const country = address.country && countryNames(language.code).of(address.country.toUpperCase());
  const tax = vatId && `${language.texts.invoicePage.vatId}: ${vatId}`;
  const lines = [address.line1, address.line2, place, address.region, country, tax, ...more].filter(Boolean);
  return html`<section><h2>${title}</h2><address>${name && html`<p class="name">${name}</p>`}${lines.map((line) => html`<p>${line}</p>`)}</address></section>
`;
}

const countryNames = memoize(20, (language: string) => new Intl.DisplayNames(language, { type: 'region' }));

function renderFacts({ language, formats }: Pen, { invoice, dueDay, buyer }: InvoicePage): Html {
  const { issued, delivery, yourReference } = language.texts.invoicePage;
  const { words } = language.texts.mails;
  const { issueDay, deliveryFrom, deliveryUntil } = invoice;
  const delivered = [...new Set([deliveryFrom, deliveryUntil])].flatMap((day) =>
    day === null ? [] : formats.day(day),
  );
  const facts = [
    [issued, issueDay && formats.day(issueDay)],
    [words.due, dueDay && formats.day(dueDay)],
    [delivery, delivered.join(' – ')],
    [yourReference, buyer?.reference],
  ] as const;
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return html``;
  return html`<dl class="facts">${known.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
`;
}

function renderLines(pen: Pen, { invoice }: InvoicePage): Html {
  const { language } = pen;
  const { lines: title, price, tax, pricesIncludeTax } = language.texts.invoicePage;
  const { words } = language.texts.mails;
  const isTaxed = invoice.lines.some((line) => line.tax !== null);
  const columns = [
    [words.description, ''],
    [language.texts.order.quantity, 'number wide'],
    [price, 'number wide'],
    ...(isTaxed ? [[tax, 'number wide']] : []),
    [words.amount, 'number'],
  ] as const;
  return html`<h2 id="lines">${title}</h2>
<table class="lines" aria-labelledby="lines"><thead><tr>${columns.map(([label, kind]) => html`<th scope="col"${attribute('class', kind || null)}>${label}</th>`)}</tr></thead>
<tbody>${invoice.lines.map((line) => renderLine(pen, invoice, line, isTaxed))}</tbody></table>
<table class="totals" aria-label="${words.total}"><tbody>${renderTotals(pen, invoice, isTaxed)}</tbody></table>
${invoice.pricesIncludeTax && isTaxed && html`<p class="small">${pricesIncludeTax}</p>`}${reasonsOf(invoice).map((reason) => html`<p class="small">${reason}</p>`)}`;
}

function renderLine(
  { site, language, formats }: Pen,
  { currency, pricesIncludeTax }: InvoicePage['invoice'],
  line: InvoiceLine,
  isTaxed: boolean,
): Html {
  const { words } = language.texts.mails;
  const { unitAmount, discountAmount, tax } = line;
  const money = (amount: number): string => formats.money(amount, currency);
  const count = quantityOf(line, localeFor(language.code, site.locale));
  const percent = tax === null ? '' : formats.percent(tax.percent);
  return html`<tr><th scope="row">${line.description}<p class="detail narrow">${`${count} × ${money(unitAmount)}`}${percent && ` · ${percent}`}</p>${
    discountAmount > 0 && html`<p class="detail">${`${words.discount}: ${money(-discountAmount)}`}</p>`
  }</th><td class="number wide">${count}</td><td class="number wide">${money(unitAmount)}</td>${isTaxed && html`<td class="number wide">${percent}</td>`}<td class="number">${money(pricesIncludeTax ? line.grossAmount : line.netAmount)}</td></tr>
`;
}

function renderTotals({ language, formats }: Pen, invoice: InvoicePage['invoice'], isTaxed: boolean): Html {
  const { net, taxOn, credited, open } = language.texts.invoicePage;
  const { words } = language.texts.mails;
  const { totals, currency } = invoice;
  const money = (amount: number): string => formats.money(amount, currency);
  const taxes = totals.taxes.map(({ percent, base, tax }) => {
    const text = fillIn(taxOn, { percent: formats.percent(percent), amount: money(base) });
    return [text, tax, ''] as const;
  });
  const isReduced = totals.paid > 0 || totals.credited > 0;
  const rows = [
    ...(isTaxed ? [[net, totals.net, ''] as const, ...taxes] : []),
    [words.total, totals.gross, 'sum'] as const,
    ...(totals.credited > 0 ? [[credited, -totals.credited, ''] as const] : []),
    ...(totals.paid > 0 ? [[words.paid, -totals.paid, ''] as const] : []),
    ...(totals.refunded > 0 ? [[words.refunded, totals.refunded, ''] as const] : []),
    ...(isReduced && invoice.status === 'open' ? [[open, totals.open, 'sum'] as const] : []),
  ];
  return html`${rows.map(([label, amount, kind]) => html`<tr${attribute('class', kind || null)}><th scope="row">${label}</th><td class="number">${money(amount)}</td></tr>`)}`;
}

/** Why no tax is due. */
function reasonsOf({ totals }: InvoicePage['invoice']): string[] {
  return [...new Set(totals.taxes.flatMap(({ reason }) => reason ?? []))];
}

function renderNotes({ invoice }: InvoicePage): Html {
  return invoice.notes ? html`<p class="notes">${invoice.notes}</p>` : html``;
}

function renderTransfer({ language }: Pen, { invoice, seller }: InvoicePage): Html {
  const { iban, bic, bank, name } = seller;
  if (!iban || invoice.status !== 'open' || invoice.totals.open === 0) return html``;
  const { bankTransfer, accountHolder, bank: bankLabel } = language.texts.invoicePage;
  const { words } = language.texts.mails;
  const facts = [
    [accountHolder, name],
    ['IBAN', spacedIban(iban)],
    ['BIC', bic],
    [bankLabel, bank],
    [words.reference, invoice.number],
  ] as const;
  const known = facts.filter(([, value]) => value);
  return html`<h2>${bankTransfer}</h2>
<dl class="facts transfer">${known.map(([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
`;
}

function renderPayments({ site, language, formats }: Pen, { payments }: InvoicePage): Html {
  if (payments.length === 0) return html``;
  const { payments: title, methods, online } = language.texts.invoicePage;
  const { words } = language.texts.mails;
  const names = { ...methods, other: methods.another };
  return html`<h2 id="payments">${title}</h2>
<table aria-labelledby="payments"><thead><tr><th scope="col">${words.date}</th><th scope="col">${words.description}</th><th scope="col" class="number">${words.amount}</th></tr></thead>
<tbody>${payments.map(({ paidAt, method, currency, amountReceived, amountRefunded }) => {
    const way = method === null ? online : names[method as keyof typeof names];
    const refunded = `${words.refunded}: ${formats.money(-amountRefunded, currency)}`;
    return html`<tr><th scope="row">${paidAt && formats.day(dayOf(new Date(paidAt), site.timeZone ?? 'UTC').toString())}</th><td>${way}${amountRefunded > 0 && html`<p class="detail">${refunded}</p>`}</td><td class="number">${formats.money(amountReceived, currency)}</td></tr>`;
  })}</tbody></table>
`;
}

function renderCreditNotes({ language, formats }: Pen, { creditNotes }: InvoicePage): Html {
  if (creditNotes.length === 0) return html``;
  const { creditNotes: title } = language.texts.invoicePage;
  const { words } = language.texts.mails;
  return html`<h2 id="credit-notes">${title}</h2>
<table aria-labelledby="credit-notes"><thead><tr><th scope="col">${words.date}</th><th scope="col">${words.description}</th><th scope="col" class="number">${words.amount}</th></tr></thead>
<tbody>${creditNotes.map(({ issueDay, number, reason, amount, currency }) => html`<tr><th scope="row">${formats.day(issueDay)}</th><td>${number}${reason && html`<p class="detail">${reason}</p>`}</td><td class="number">${formats.money(-amount, currency)}</td></tr>`)}</tbody></table>
`;
}

const syntaxes = { ubl: 'UBL', cii: 'CII', xrechnung: 'XRechnung' };

function renderDocuments({ language }: Pen, { formats }: InvoicePage, path: string): Html {
  if (formats.length === 0) return html``;
  const { documents, eInvoice } = language.texts.invoicePage;
  return html`<h2 class="documents-title">${documents}</h2>
<ul class="documents">${formats.map((format) => html`<li><a href="${path}/document?format=${format}" download>${format === 'pdf' ? 'PDF' : `${eInvoice} (${syntaxes[format]}, XML)`}</a></li>`)}</ul>
`;
}
