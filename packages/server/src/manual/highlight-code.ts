// Examples in the documents with their comments, strings and words marked.

import { bash, css, go, html, ini, js, json, py, todo, ts, yaml } from '@speed-highlight/core/languages';
import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize';
import { escapeHtml } from '../lib/html.ts';

/** By the language behind the fence. Examples in others are shown in one color. */
const languages: Record<string, ShjLanguageData> = {
  ...{ astro: html, css, env: ini, go, html, ini, js, json, python: py, sh: bash, ts, tsx: ts, yaml },
  // What these contain: rules that others name.
  ...{ bash, py, todo },
};

/** The markup of an example: spans whose class is the kind of their text (the styles of manual-page.ts name those with a color). */
export function highlightCode(code: string, language: string): string {
  const known = languages[language];
  if (known === undefined) return escapeHtml(code);
  let markup = '';
  tokenizeWith(
    code,
    known,
    (text, kind) => {
      const escaped = escapeHtml(text);
      markup += kind === undefined || text.trim() === '' ? escaped : `<span class="${kind}">${escaped}</span>`;
    },
    { languages },
  );
  return markup;
}
