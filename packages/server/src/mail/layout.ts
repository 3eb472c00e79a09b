// The one layout of all mails: the same blocks as HTML and as text. The HTML uses what mail programs support: tables,
// inline styles, and a style element for those that have a dark mode. It loads nothing but the logo in the mail itself.

import type { Context } from '../context/context.ts';
import type { MailKind } from '../context/mailer.ts';
import type { Row } from '../database/dialect.ts';
import type { Language } from '../languages/language.ts';
import { fillIn } from '../languages/language-texts.ts';
import { type Html, html } from '../lib/html.ts';
import { oneLine } from '../lib/mail-address.ts';
import { paymentLines } from '../payments/payment-lines.ts';
import { fontStacks, looksIn } from '../settings/looks.ts';
import { readSetting } from '../settings/settings.ts';
import { brandColorsOn, type Site } from '../settings/site.ts';
import type { SiteFormats } from '../settings/site-formats.ts';
import { drawLogo } from '../settings/site-logo.ts';
import { type Block, type Fact, type Facts, fillSubject, paragraphsOf, type Template } from './template.ts';

/** In place of a link that only the mail itself has, not the outbox. */
export const hiddenLink = '[[link]]';

export type MailContent = { subject: string; blocks: readonly Block[] };
export type RenderedMail = { subject: string; text: string; html: string; language: string };

/** Answers in a subject may be long, and mail servers reject mails with long headers. */
const maxSubjectLength = 250;

const standardAccent = '#1f4fd8';
const paper = '#ffffff';
const darkPaper = '#1c1d21';
const cornerSizes = {
  square: { button: '0', paper: '0' },
  soft: { button: '6px', paper: '8px' },
  round: { button: '14px', paper: '20px' },
};

/** What the looks of the site give to each element. */
type Look = { font: string; button: string; direction: Language['direction'] };

/** Renders a mail of this site. */
export function renderMail(site: Site, language: Language, { subject, blocks }: MailContent): RenderedMail {
  const clean = storable(shorten(oneLine(subject)));
  return {
    subject: clean,
    text: storable(textOf(site, language, blocks)),
    html: storable(htmlOf(site, language, clean, blocks)),
    language: language.code,
  };
}

function shorten(subject: string): string {
  if (subject.length <= maxSubjectLength) return subject;
  const characters = Array.from(subject.slice(0, maxSubjectLength));
  return `${characters.slice(0, -1).join('').trimEnd()}…`;
}

/** PostgreSQL cannot store NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function textOf(site: Site, { texts }: Language, blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if ('text' in block) return block.text.trim();
    if ('url' in block) return `${block.button}:\n${block.url}`;
    return block.facts
      .map(([label, value]) => (value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value}`))
      .join('\n');
  });
  return `${parts.join('\n\n')}\n\n-- \n${sentBy(texts.mails, site)}\n`;
}

function htmlOf(site: Site, language: Language, subject: string, blocks: readonly Block[]): string {
  const { accent, onAccent } = brandColorsOn(paper, site.brandColor ?? standardAccent);
  const dark = brandColorsOn(darkPaper, site.brandColor ?? standardAccent);
  const { font = 'sans', corners = 'soft', backgroundColor } = looksIn(site.looks);
  const corner = cornerSizes[corners];
  const button = `border-radius:${corner.button};background:${accent};color:${onAccent}`;
  const look = { font: fontStacks[font], button, direction: language.direction };
  const heading =
    // A picture in the formats that mail programs show has sizes.
    site.logoUrl === null || !site.logoUrl.includes('width=')
      ? html`<strong>${site.name}</strong>`
      : html`<img src="cid:logo" alt="${site.name}" height="40" style="display:block;max-width:200px;height:40px;border:0">`;
  const style = `
@media (prefers-color-scheme: dark) {
  .page { background: #111214 !important }
  .paper { background: ${darkPaper} !important }
  .paper, .paper td { color: #f1f2f4 !important }
  .paper .label, .paper .small { color: #a9adb5 !important }
  .line { border-color: #36383e !important }
  .button { background: ${dark.accent} !important; color: ${dark.onAccent} !important }
}`;
  const page = html`<body class="page" style="margin:0;padding:24px 12px;background:${backgroundColor ?? '#f3f4f6'}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${paper};border-radius:${corner.paper}">
<tr><td style="${cell(look, '24px 32px 0')}">${heading}</td></tr>
${blocks.map(
  (block) => html`<tr><td style="${cell(look, '16px 32px 0')}">${renderBlock(block, look)}</td></tr>
`,
)}<tr><td class="small" style="${cell(look, '24px 32px 24px', '13px')};color:#5c6270">${sentBy(language.texts.mails, site)}</td></tr>
</table>
</td></tr></table>
</body>`;
  const head = html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${{ markup: style }}
</style>
</head>`;
  return `<!doctype html>\n<html lang="${language.code}" dir="${language.direction}">\n${head.markup}\n${page.markup}\n</html>\n`;
}

function cell({ font }: Pick<Look, 'font'>, padding: string, size = '16px'): string {
  return `padding:${padding};font:${size}/1.5 ${font};color:#1a1c20;overflow-wrap:anywhere`;
}

function renderBlock(block: Block, look: Look): Html {
  if ('text' in block)
    return html`${paragraphsOf(block.text).map((text, index) => html`<p style="margin:${index === 0 ? '0' : '12px 0 0'}">${lines(text)}</p>`)}`;
  if ('url' in block)
    return html`<a class="button" href="${block.url}" style="display:inline-block;padding:10px 18px;text-decoration:none;font-weight:600;${look.button}">${block.button}</a>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${block.facts.map(
  (fact) => html`<tr>${renderFact(fact, look)}</tr>
`,
)}</table>`;
}

/** An amount is beside what it is for, and everything else under its name. */
function renderFact([label, value, kind]: Fact, look: Look): Html {
  const { direction } = look;
  if (kind === undefined) {
    const name = html`<div class="label" style="font-size:13px;color:#5c6270">${label}</div>`;
    return html`<td class="line" colspan="2" style="${cell(look, '8px 0')};border-top:1px solid #e3e5e9">${name}${lines(value)}</td>`;
  }
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const row = `;border-top:1px solid #e3e5e9;vertical-align:top${kind === 'total' ? ';font-weight:600' : ''}`;
  const name = html`<td class="line" align="${start}" style="${cell(look, direction === 'rtl' ? '8px 0 8px 16px' : '8px 16px 8px 0')}${row}">${label}</td>`;
  return html`${name}<td class="line" align="${end}" style="${cell(look, '8px 0')}${row};white-space:nowrap">${value}</td>`;
}

function sentBy({ words }: Language['texts']['mails'], site: Site): string {
  return fillSubject(words.sentBy, new Map([['site', site.name]]));
}

function lines(text: string): Html {
  return html`${text.split(/\r?\n/).map((line, index) => html`${index > 0 && { markup: '<br>' }}${line}`)}`;
}

// What was bought, as rows of a mail: a line for each, what a code takes off, and the total.

/** None for a payment with one price only. */
export function lineFacts(
  payment: Pick<Row<'payments'>, 'lines' | 'amount' | 'currency'>,
  { formats, language }: Pick<Paper, 'formats' | 'language'>,
): Facts {
  const bought = paymentLines(payment);
  if (bought === null) return [];
  const { mails, order } = language.texts;
  const { words } = mails;
  const money = (amount: number) => formats.money(amount, payment.currency);
  const { lines, discount, pricesIncludeTax, taxes = [] } = bought;
  const taxFacts = taxes
    .filter(({ tax }) => tax > 0)
    .map(({ percent, tax }) => {
      const label = fillIn(pricesIncludeTax ? order.includedTax : order.tax, { percent: formats.percent(percent) });
      return [label, money(tax), 'line'] as const;
    });
  return [
    ...lines.map(({ label, quantity, amount }) => {
      const text = quantity === 1 ? label : `${formats.number(quantity)} × ${label}`;
      return [text, money(amount), 'line'] as const;
    }),
    ...(discount ? [[`${words.discount} (${discount.code})`, money(-discount.amount), 'line'] as const] : []),
    ...taxFacts,
    [words.total, money(payment.amount), 'total'],
  ];
}

/** What a mail is written on. */
export type Paper = { kind: MailKind; site: Site; language: Language; formats: SiteFormats; template: Template };

/** The logo of the site inside the mail; null if there is none that mail programs can show: then they show the name of the site. */
export async function readLogo(ctx: Context): Promise<{ bytes: Buffer; type: string } | null> {
  const id = await readSetting<string | null>(ctx, 'logo');
  const bytes = id && (await drawLogo(ctx, id, 'mail'));
  return bytes ? { bytes, type: 'image/png' } : null;
}
