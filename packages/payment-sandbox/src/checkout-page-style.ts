// The styles of the hosted pages: one inline stylesheet, allowed by its hash in the content security policy.
import { createHash } from 'node:crypto';
import type { Business } from './context.ts';

export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #ffffff; --ink: #16202c; --soft: #51606f; --line: #cfd6de; --field: #ffffff; --border: #7a8794;
  --accent: #1f5fd0; --accent-deep: #174ba8; --on-accent: #ffffff; --bad: #b3261e; --bad-ground: #fdf0ef; --note: #fff6dc; --note-ink: #5b4300;
  --shadow: 0 1px 2px rgb(15 30 50 / 6%), 0 12px 32px rgb(15 30 50 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10151b; --card: #1a2129; --ink: #eef2f6; --soft: #a9b6c3; --line: #313c48; --field: #121920; --border: #7d8b99;
    --accent: #8ab4ff; --accent-deep: #a9c8ff; --on-accent: #0b1a33; --bad: #ffb4ab; --bad-ground: #3a1d1b; --note: #33290d; --note-ink: #f5dfa3;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
.test { padding: .5rem 1rem; background: var(--note); color: var(--note-ink); text-align: center; font-size: .9rem; }
.test p { margin: 0; }
.business { margin: 0 0 .75rem; font-weight: 650; overflow-wrap: anywhere; }
.business img { display: block; max-width: min(14rem, 100%); max-height: 3.5rem; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 1.5rem; }
main.single { max-width: 34rem; }
@media (min-width: 52rem) {
  main:not(.single) { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 4rem; padding: 4rem 2rem; align-items: start; }
  main.single { padding-top: 5rem; }
}
h1 { margin: 0; font-size: 1.1rem; font-weight: 500; color: var(--soft); }
main.single h1 { font-size: 1.5rem; font-weight: 650; color: var(--ink); }
h2 { margin: 0 0 1rem; font-size: 1.15rem; font-weight: 600; }
.total { margin: .15rem 0 1.25rem; font-size: 2.4rem; line-height: 1.15; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.total small { font-size: 1rem; font-weight: 450; letter-spacing: 0; color: var(--soft); }
.lines { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.lines li { display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
.lines span:first-child { overflow-wrap: anywhere; min-width: 0; }
.lines span:last-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
.lines em { display: block; font-style: normal; font-size: .9rem; color: var(--soft); }
.panel { background: var(--card); border-radius: 1rem; padding: 1.5rem; box-shadow: var(--shadow); border: 1px solid var(--line); }
@media (min-width: 52rem) { .panel { padding: 2rem; } }
.alert { margin: 0 0 1.5rem; padding: 1rem 1.15rem; border-radius: .6rem; border-inline-start: 4px solid var(--bad); background: var(--bad-ground); }
.alert h2 { margin: 0; font-size: 1rem; }
.alert ul { margin: .4rem 0 0; padding-inline-start: 1.2rem; }
.alert a { color: var(--bad); }
.field { margin: 0 0 1.1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: start; }
label { display: block; margin-bottom: .3rem; font-size: .92rem; font-weight: 550; }
input {
  width: 100%; min-height: 2.9rem; padding: .6rem .8rem; font: inherit; color: inherit; background: var(--field);
  border: 1px solid var(--border); border-radius: .5rem;
}
input[readonly] { background: transparent; border-style: dashed; }
input[aria-invalid] { border-color: var(--bad); border-width: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint { margin: .3rem 0 0; font-size: .88rem; color: var(--soft); }
.wrong { margin: .3rem 0 0; font-size: .9rem; font-weight: 550; color: var(--bad); }
button, .button {
  display: block; width: 100%; min-height: 3.1rem; padding: .75rem 1rem; border: 1px solid transparent; border-radius: .6rem; cursor: pointer;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; background: var(--accent); color: var(--on-accent);
}
button:hover, .button:hover { background: var(--accent-deep); }
.quiet { margin-top: .75rem; background: transparent; color: var(--ink); border-color: var(--border); font-weight: 500; }
.quiet:hover { background: var(--ground); }
.cancel { margin: 1rem 0 0; text-align: center; }
a { color: var(--accent); text-underline-offset: .2em; }
.cancel a { display: inline-block; padding: .5rem 1rem; }
details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .92rem; }
summary { cursor: pointer; font-weight: 550; padding: .25rem 0; }
dl { margin: .75rem 0 0; display: grid; gap: .6rem; }
dt { font-family: ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; font-size: .95em; }
dd { margin: 0; color: var(--soft); }
`;

/** The colors of a business, after the stylesheet. */
export function brandStyle(colors: Business['colors']): string {
  if (!colors) return '';
  const variables = ({ accent, onAccent }: { accent: string; onAccent: string }): string =>
    `:root { --accent: ${accent}; --accent-deep: ${accent}; --on-accent: ${onAccent}; }`;
  return `${variables(colors.light)}\n@media (prefers-color-scheme: dark) { ${variables(colors.dark)} }\n`;
}

/** The source expression of a stylesheet for `style-src`. */
export function styleSource(sheet: string): string {
  return `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
}
