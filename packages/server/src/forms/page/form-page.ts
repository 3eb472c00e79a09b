// Renders a form as accessible HTML that works without JavaScript.

import { calculationScript, needsCalculationScript } from '../../fields/calculation-control.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isFileField, isSigned } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { asksForQuotes, needsOrderScript, orderScript } from '../../fields/order-script.ts';
import { rowsToShow } from '../../fields/rows.ts';
import { hasRows, rowsScript } from '../../fields/rows-control.ts';
import { signatureScript } from '../../fields/signature-control.ts';
import type { StagedFile } from '../../files/files.ts';
import type { Language } from '../../languages/language.ts';
import { fillIn, fillInParts } from '../../languages/language-texts.ts';
import type { Fault } from '../../lib/errors.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { looksStyle } from '../../settings/page-looks.ts';
import { defaultSiteName } from '../../settings/settings.ts';
import { altchaStyle, renderAltcha } from '../altcha/altcha.ts';
import { shownCalculations } from '../form/calculations.ts';
import { type Form, visibleFields } from '../form/form.ts';
import type { AltchaMode } from '../form/form-spam.ts';
import { tokenName } from '../form/page-token.ts';
import { billingOfOrder } from '../payment/buyer.ts';
import { conditionScript, conditionStyle, conditionText, dependsOnTyped, scriptedFields } from './condition-script.ts';
import { buttonText } from './form-code.ts';
import { messagesOf, rowFaultsOf } from './form-faults.ts';
import { embeddedStyle, style } from './form-page-style.ts';
import { type BrandedFrame, type EmbeddedEvent, embeddedScript, renderEmbedding } from './frame.ts';
import { keptFileName } from './kept-files.ts';
import { type AddressPage, renderAddressPage, renderLaterButton } from './later-page.ts';
import { type Brand, renderCover } from './looks-style.ts';
import { pricesName, pricesOf } from './sent-again.ts';
import { moveName, type Step, stepName } from './steps.ts';
import { begunScript, reachedName } from './visit.ts';

export type FormPage = {
  form: Form;
  frame: BrandedFrame;
  /** Where the form is sent. */
  path: string;
  /** Answers from the URL, for a page that has not been sent yet. */
  prefill?: Record<string, unknown>;
  /** What was entered; null for a page that has not been sent yet. */
  values: Record<string, unknown> | null;
  /** How many are left of what the form sells in limited numbers, by stock. */
  left: ReadonlyMap<string, number> | null;
  /** The answers so far as values, for calculations. */
  answers: Readonly<Record<string, unknown>>;
  /** The URLs of the pictures of choices, by ID. */
  pictures: ReadonlyMap<string, string>;
  /** Further texts that were sent with the answers. */
  extra?: Readonly<Record<string, unknown>>;
  /** The names of files that were sent and are not kept, by field. */
  lostFiles?: ReadonlyMap<string, readonly string[]>;
  /** Files that were sent before, and what the page carries for each of them. */
  keptFiles?: { files: readonly StagedFile[]; carried: readonly string[] };
  /** The repeated group that gets another row. */
  newRowOf?: string | null;
  /** The question for an address, in place of the fields. */
  addressPage?: AddressPage | null;
  /** Whether visitors can save their answers and go on later. */
  savesForLater: boolean;
  /** The step to show, and all that there are with these answers; null for a form without steps. */
  steps?: { shown: Step; all: readonly Step[] } | null;
  /** Which steps were reached, as the page carries it. */
  reached?: string;
  /** The page of another site that sent the answers. */
  back?: URL | null;
  faults: readonly Fault[];
  /** What it carries of the prices that it shows, if it is not the form's. */
  prices?: string;
  /** A message that is not about a single field. */
  notice: string | null;
  /** A message that is no fault. */
  hint?: string | null;
  /** The hidden page token, and the name of the hidden field that only programs fill in. */
  token: string;
  trap: string;
  /** What was filled in there on an earlier page. */
  trapped?: string;
  altcha: AltchaMode;
};

/** A page and what its content security policy allows: its style and its scripts. */
export type Page = Html & {
  css: string;
  scripts: readonly string[];
  /** Whether it loads the widget of ALTCHA. */
  hasWidget: boolean;
  /** Whether it loads the library that draws signatures. */
  hasPad: boolean;
  /** Whether one of its scripts sends requests to the service. */
  asksService: boolean;
  language: Language;
  /** Whether the browser's languages had a say in it. */
  isNegotiated: boolean;
};

export function renderFormPage(page: FormPage): Page {
  const { form } = page;
  const { language } = page.frame;
  const texts = language.texts.page;
  const hasFiles = form.fields.some(isFileField);
  const messages = messagesOf(form, page.faults, page.frame);
  const isWrong = messages.size > 0 || page.notice !== null;
  const isFirst = !page.steps || page.steps.all[0] === page.steps.shown;
  const isLast = !page.steps || page.steps.all.at(-1) === page.steps.shown;
  const { addressPage = null } = page;
  const hasWidget = page.altcha !== 'off' && isLast && !addressPage;
  const description = isFirst ? textSetting(form, 'description') : null;
  const fields = addressPage ? [] : (page.steps?.shown.fields ?? form.fields);
  const tellsBegun = page.steps !== undefined && page.steps !== null && page.values === null;
  const hasPad = fields.some(isSigned);
  const scripted = scriptedFields(fields);
  const prices = page.prices ?? pricesOf(form.fields);
  const billing = billingOfOrder(form.fields);
  // The page itself says what is wrong, in the language of the form.
  const attributes = html` novalidate${attribute('enctype', hasFiles ? 'multipart/form-data' : null)}${attribute('data-billing', billing)}${attribute('data-conditions', scripted && JSON.stringify({ fields: scripted, marks: page.frame.formats.marks }))}`;
  return renderPage(
    isWrong ? fillIn(texts.errorTitle, { form: form.name }) : form.name,
    html`<h1>${form.name}</h1>
${
  description !== null &&
  html`<p>${description}</p>
`
}${
  page.back &&
  html`<p><a href="${page.back.href}">${fillIn(texts.backTo, { site: page.back.host })}</a></p>
`
}${isWrong && renderSummary(page, messages)}${
  page.hint &&
  html`<p class="hint" role="status">${page.hint}</p>
`
}<form method="post" action="${page.path}${page.frame.query}"${attributes}>
<input type="hidden" name="${tokenName}" value="${page.token}">
${
  prices !== null &&
  html`<input type="hidden" name="${pricesName}" value="${prices}">
`
}<div class="trap" aria-hidden="true"><label>${texts.leaveEmpty} <input type="text" name="${page.trap}" tabindex="-1" autocomplete="off"${attribute('value', page.trapped || null)}></label></div>
${hasRows(fields) && renderMainButton(page)}${renderExtra(page.extra)}${renderCarried(page, fields)}${page.steps && renderProgress(page.steps, page.reached ?? '', language)}${addressPage ? renderAddressPage(addressPage, language) : renderFields(page, fields, messages)}${hasWidget && renderAltcha(page)}${!addressPage && renderButtons(page)}
</form>`,
    {
      ...page.frame,
      css: conditionStyle(fields) + (hasWidget ? altchaStyle : ''),
      hasWidget,
      hasPad,
      ownScripts: [
        // Before those that look which fields are shown.
        ...(scripted ? [conditionScript] : []),
        ...(needsOrderScript(fields) ? [orderScript] : []),
        ...(needsCalculationScript(fields) ? [calculationScript] : []),
        ...(hasRows(fields) ? [rowsScript] : []),
        ...(tellsBegun ? [begunScript] : []),
        ...(hasPad ? [signatureScript] : []),
      ],
      asksService: tellsBegun || asksForQuotes(fields, billing),
    },
  );
}

type MessageParts = {
  next?: { url: string; text: string } | null;
  event?: EmbeddedEvent | null;
  /** Below the message. */
  shown?: Html | null;
};

/** A page with nothing but a message, and where to go on. */
export function renderMessagePage(
  title: string,
  text: string | readonly string[],
  frame: BrandedFrame,
  { next = null, event = null, shown = null }: MessageParts = {},
): Page {
  return renderPage(
    title,
    html`<h1>${title}</h1>
${[text].flat().map(
  (one) => html`<p>${one}</p>
`,
)}${shown}${next !== null && html`<p><a class="button" href="${next.url}" target="_top">${next.text}</a></p>`}`,
    { ...frame, event },
  );
}

/** A problem with what a browser sent; `back` is the page with the form. */
export function renderProblemPage(page: { language: Language; text: string; back: URL | null }): Page {
  const { language, text, back } = page;
  const { title, goBack } = language.texts.problems;
  const link = back && html`<a href="${back.href}">${back.host}</a>`;
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
${link && html`<p>${fillInParts<Html>(goBack, { site: link })}</p>`}`,
    { language, isNegotiated: true },
  );
}

/** A text from the settings of the form. */
export function textSetting({ settings }: Form, name: 'description' | 'thanks'): string | null {
  const text = settings[name] ?? '';
  return text.trim() === '' ? null : text;
}

type PageParts = Pick<BrandedFrame, 'language' | 'isNegotiated'> &
  Partial<Pick<BrandedFrame, 'brand' | 'embedding' | 'theme'>> & {
    css?: string;
    hasWidget?: boolean;
    hasPad?: boolean;
    ownScripts?: readonly string[];
    asksService?: boolean;
    event?: EmbeddedEvent | null;
  };

function renderPage(title: string, body: Html, parts: PageParts): Page {
  const {
    language,
    isNegotiated,
    brand,
    embedding = null,
    theme = 'auto',
    css = '',
    hasWidget = false,
    hasPad = false,
    ownScripts = [],
    asksService = false,
    event = null,
  } = parts;
  const sheet = style + looksStyle(theme, brand) + (embedding ? embeddedStyle : '') + css;
  const embedded = embedding && renderEmbedding(embedding, event);
  const { markup } = html`<!doctype html>
<html lang="${language.code}"${attribute('dir', language.direction === 'rtl' ? 'rtl' : null)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: sheet }}</style>
</head>
<body${embedded?.attribute}>
<main>
${brand && !embedding && html`${renderCover(brand.looks)}${renderBrand(brand)}`}${body}
</main>
${ownScripts.map((script) => ({ markup: `<script type="module">${script}</script>\n` }))}${embedded?.script}</body>
</html>
`;
  return {
    markup,
    css: sheet,
    scripts: [...ownScripts, ...(embedded ? [embeddedScript] : [])],
    hasWidget,
    hasPad,
    asksService: hasWidget || asksService,
    ...{ language, isNegotiated },
  };
}

function renderSummary(page: FormPage, messages: Map<string, string>): Html {
  const { form, steps, notice, frame } = page;
  const wrong = (steps?.shown.fields ?? form.fields).filter((field) => messages.has(field.name));
  const texts = frame.language.texts.page;
  // The first field that is wrong has the focus; without one, the summary.
  const focus = attribute('autofocus', wrong.length === 0);
  return html`<div class="summary" role="alert" tabindex="-1"${focus} aria-labelledby="summary-title">
<h2 id="summary-title">${wrong.length > 0 ? texts.checkAnswers : texts.sendAgain}</h2>
${
  notice !== null &&
  html`<p>${notice}</p>
`
}${
  wrong.length > 0 &&
  html`<ul>
${wrong.flatMap((field) => {
  const lines = rowFaultsOf(field, page.faults, frame);
  const own = { focusId: controlOf(field).focusId(field), text: messages.get(field.name) ?? '' };
  return (lines.length > 0 ? lines : [own]).map(({ focusId, text }) => {
    const line = fillIn(texts.labelAndFault, { label: labelOf(field), fault: text });
    return html`<li><a href="#${focusId}">${line}</a></li>
`;
  });
})}</ul>
`
}</div>
`;
}

/** What other pages send along, such as where a visitor came from, stays with the answers. */
function renderExtra(extra: Readonly<Record<string, unknown>> = {}): Html[] {
  return Object.entries(extra)
    .flatMap(([name, value]) => [value].flat().map((one) => ({ name, one })))
    .filter(({ one }) => typeof one === 'string')
    .map(
      ({ name, one }) => html`<input type="hidden" name="${name}" value="${one as string}">
`,
    );
}

/** The answers to fields that are not shown now, and files that were sent before. */
function renderCarried(page: FormPage, shown: readonly FieldDeclaration[]): Html[] {
  const others = page.form.fields.filter((field) => !shown.includes(field));
  const pairs = others.flatMap((field) => textsOf(field.name, rawOf(field, page)));
  const files = (page.keptFiles?.carried ?? []).map((text) => [keptFileName, text] as const);
  return [...pairs, ...files].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
}

function renderProgress({ shown, all }: NonNullable<FormPage['steps']>, reached: string, { texts }: Language): Html {
  const number = all.indexOf(shown) + 1;
  return html`<input type="hidden" name="${stepName}" value="${shown.index}">
<input type="hidden" name="${reachedName}" value="${reached}">
${
  all.length > 1 &&
  html`<div class="progress"><p id="progress">${fillIn(texts.page.part, { number, total: all.length })}</p>
<progress aria-labelledby="progress" max="${all.length}" value="${number}"></progress></div>
`
}`;
}

/** Enter in an input presses the first button, which must not be one that adds or removes a row. */
function renderMainButton({ steps }: FormPage): Html {
  const isLast = !steps || steps.all.at(-1) === steps.shown;
  return html`<button type="submit" class="unseen" tabindex="-1" aria-hidden="true"${!isLast && html` name="${moveName}" value="next"`}></button>
`;
}

/** Enter in an input presses the first button. */
function renderButtons({ form, frame, steps, savesForLater }: FormPage): Html {
  const texts = frame.language.texts.page;
  const place = steps ? steps.all.indexOf(steps.shown) : 0;
  const isLast = !steps || place === steps.all.length - 1;
  return html`${
    isLast
      ? html`<button type="submit">${buttonText(form, frame.language)}</button>`
      : html`<button type="submit" name="${moveName}" value="next">${texts.next}</button>`
  }${place > 0 && html` <button type="submit" class="other" name="${moveName}" value="back" formnovalidate>${texts.previous}</button>`}${savesForLater && renderLaterButton(frame.language)}`;
}

function renderFields(page: FormPage, fields: readonly FieldDeclaration[], messages: Map<string, string>): Html[] {
  const { language, formats } = page.frame;
  const firstWrong = fields.find(({ name }) => messages.has(name));
  const { form, answers } = page;
  const rowFaults = new Map(fields.map((field) => [field, rowFaultsOf(field, page.faults, page.frame)]));
  const calculations = shownCalculations(form.fields, fields, answers, visibleFields(form.fields, answers));
  return fields.map((field) =>
    controlOf(field).render(field, {
      values: valuesOf(rawOf(field, page)),
      raw: rawOf(field, page),
      error: rowFaults.get(field)?.length ? null : (messages.get(field.name) ?? null),
      rowErrors: new Map(rowFaults.get(field)?.map(({ key, message }) => [key, message])),
      hasNewRow: page.newRowOf === field.name,
      hasFocus: field === firstWrong,
      lostFiles: page.lostFiles?.get(field.name) ?? [],
      keptFiles: page.keptFiles?.files.filter(({ fieldName }) => fieldName === field.name) ?? [],
      condition: conditionOf(field, fields, page.frame),
      ...{ language, formats },
      left: page.left,
      pictures: page.pictures,
      worked: calculations.get(field.name),
    }),
  );
}

/** What was entered for a field, or what it begins with. */
function rawOf(field: FieldDeclaration, { values, prefill = {} }: FormPage): unknown {
  return values === null ? (prefill[field.name] ?? field.default) : values[field.name];
}

function valuesOf(raw: unknown): string[] {
  return [raw]
    .flat()
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String);
}

/** As inputs send it: the parts of an answer as `name.part`. */
function textsOf(name: string, raw: unknown): (readonly [name: string, text: string])[] {
  if (Array.isArray(raw) && raw.some((one) => typeof one === 'object')) {
    return rowsToShow(raw).flatMap((row, index) => textsOf(`${name}.${index}`, row));
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return valuesOf(raw).map((text) => [name, text] as const);
  }
  return Object.entries(raw).flatMap(([part, value]) =>
    valuesOf(value).map((text) => [`${name}.${part}`, text] as const),
  );
}

/** In words, if style cannot hide the field; null also for a condition that earlier steps have decided. */
function conditionOf(
  field: FieldDeclaration,
  shown: readonly FieldDeclaration[],
  { language }: BrandedFrame,
): string | null {
  const other = shown.find(({ name }) => name === field.visibleWhen?.field);
  return other && dependsOnTyped(field, other) ? conditionText(field, other, language) : null;
}

/** The name or logo of the site, or the logo of the form. Nothing for a site that has neither a name nor a logo. */
function renderBrand({ name, logoUrl }: Brand): Html {
  if (logoUrl !== null) {
    return html`<p class="brand"><img src="${logoUrl}" alt="${name}"></p>
`;
  }
  return name === defaultSiteName
    ? html``
    : html`<p class="brand">${name}</p>
`;
}
