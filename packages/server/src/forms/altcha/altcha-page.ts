// ALTCHA on the page of a form: the widget of the package `altcha`, under a content security policy without inline code.
// It begins to solve as soon as a person uses the form, so that it is done before they are. Without JavaScript there is
// no widget, and the form can be sent all the same, unless a solution is required.

import type { Language } from '../../languages/language.ts';
import type { Texts } from '../../languages/language-texts.ts';
import type { Problem } from '../../lib/errors.ts';
import { type Html, html } from '../../lib/html.ts';
import type { AltchaMode } from '../form/form-spam.ts';
import { solutionName } from '../form/form-spam.ts';
import type { SolutionFault } from './altcha.ts';

/** The files of the package, by their paths here. */
export const widgetFiles = {
  '/altcha/widget.js': 'external/altcha.min.js',
  '/altcha/widget.css': 'external/altcha.css',
  '/altcha/worker.js': 'workers/pbkdf2.js',
};

export const altchaStyle = `
altcha-widget { display: block; margin: 0 0 1.5rem; --altcha-color-base: var(--card); --altcha-color-base-content: var(--text); --altcha-border-color: var(--line); --altcha-checkbox-border-color: var(--line); --altcha-color-success: var(--accent); --altcha-color-success-content: var(--on-accent); --altcha-color-error: var(--error); --altcha-color-error-content: var(--card); --altcha-input-background-color: var(--card); --altcha-spinner-color: var(--text); --altcha-checkbox-outline-color: var(--accent) }
altcha-widget:empty { display: none }
.altcha-popover { position: static !important; margin-top: .5rem; filter: none !important }
.altcha-popover-arrow { display: none !important }
`;

/** Where the widget goes in the form; nothing if the form needs no proof of work. */
export function renderAltcha(page: { form: { id: string }; altcha: AltchaMode; frame: { language: Language } }): Html {
  const { form, altcha } = page;
  const { language } = page.frame;
  if (altcha === 'off') return html``;
  const { needsScript, wait, ...texts } = language.texts.altcha;
  const strings = JSON.stringify({ ...texts, waitAlert: wait, loading: texts.verifying, verify: texts.label });
  const without = altcha === 'required' && html`<noscript><p class="error">${needsScript}</p></noscript>`;
  // The button comes after the script, so it is not there before the script has run.
  return html`<altcha-widget name="${solutionName}" language="${language.code}" display="standard" auto="off" challenge="/api/v1/forms/${form.id}/challenge" data-texts="${strings}"></altcha-widget>${without}
<script src="/altcha/start.js"></script>
<link rel="stylesheet" href="/altcha/widget.css">
`;
}

/**
 * Solves while the person fills in the form. Sending it waits until that is done or has failed: then the service decides.
 * Browsers derive no keys on pages without HTTPS.
 */
export const startScript = `{
const widget = document.querySelector('altcha-widget');
const form = widget.closest('form');

async function load() {
  await import('/altcha/widget.js');
  const { i18n, algorithms } = globalThis.$altcha;
  i18n.set(widget.getAttribute('language'), JSON.parse(widget.dataset.texts));
  algorithms.set('PBKDF2/SHA-256', () => new Worker('/altcha/worker.js'));
  widget.configure({ hideLogo: true, hideFooter: true, humanInteractionSignature: false, minDuration: 0, workers: 2 });
}

// Two that are done at once would stop each other.
let solving = null;
const solve = () => (solving ??= solveOnce().catch(console.warn).finally(() => (solving = null)));

async function solveOnce() {
  await loaded;
  while (widget.getState() === 'verifying')
    await new Promise((resolve) => widget.addEventListener('statechange', resolve, { once: true }));
  // Also if it failed before: the network may be there again.
  if (widget.getState() !== 'verified') await widget.verify();
  // The field with the solution is set after this event.
  await new Promise((resolve) => setTimeout(resolve));
}

let loaded;
let goesOn = false;
if (isSecureContext) {
  // Before the widget hears of it, and also while it is loading. Buttons with a name lead to other steps.
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (target !== form || submitter?.name || goesOn || widget.getState?.() === 'verified') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    solve().then(() => {
      goesOn = true;
      form.requestSubmit(submitter);
      goesOn = false;
    });
  }, true);
  loaded = load();
  let isStarted = false;
  const start = () => {
    if (!isStarted) solve();
    isStarted = true;
  };
  form.addEventListener('focusin', start);
  form.addEventListener('input', start);
  // Used before this script ran.
  if (form.contains(document.activeElement)) start();
} else widget.remove();
}
`;

/** What a visitor reads whose solution was rejected. */
export function challengeNotice({ details }: Problem, notices: Texts['notices']): string {
  const { challengeMissing, challengeExpired, challengeFailed } = notices;
  const texts: Record<SolutionFault, string> = {
    missing: challengeMissing,
    expired: challengeExpired,
    invalid: challengeFailed,
    used: challengeFailed,
  };
  return texts[details.extra?.reason as SolutionFault] ?? challengeFailed;
}
