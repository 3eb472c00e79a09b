// How the page of an invoice looks: like the pages of forms, wide enough for its lines, and on paper without what only a screen needs.

export const style = `
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 var(--font) }
main { --edge: 0rem; max-width: 52rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 3rem); background: var(--card); min-height: 100vh; border-radius: var(--edge); overflow-wrap: anywhere }
@media (min-width: 56rem) { main { --edge: var(--card-corner); margin: 3rem auto; min-height: 0; box-shadow: 0 1px 3px #0003 } }
/* What people have written may be in another script than the page. */
[dir=rtl] :where(h1, p, td, th, dd) { unicode-bidi: plaintext; text-align: right }
.brand { margin: 0 0 1.5rem; color: var(--soft); font-weight: 600 }
.brand img { display: block; max-width: min(14rem, 100%); max-height: 3.5rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 2.5rem 0 .75rem }
.parties h2 { font-size: .875rem; font-weight: 400; color: var(--soft); margin: 0 0 .25rem }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin: 0 0 1.25rem }
.subject { margin: -.75rem 0 1.25rem; color: var(--soft) }
.status { margin: 0; padding: .1rem .65rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; font-weight: 600 }
.status.overdue { color: var(--error); border-color: var(--error) }
.notice { margin: 0 0 1.5rem; padding: .9rem 1.1rem; border-inline-start: .3rem solid var(--accent); background: color-mix(in srgb, var(--accent) 8%, var(--card)) }
.notice.alert { border-color: var(--error); background: color-mix(in srgb, var(--error) 8%, var(--card)) }
.notice p { margin: 0 }
.notice p + p { margin-top: .35rem }
.due { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 1rem 2rem; margin: 0 0 2rem; padding: 1.25rem; border: 1px solid color-mix(in srgb, var(--line) 45%, transparent); border-radius: var(--card-corner) }
.due p { margin: 0; color: var(--soft) }
.due strong { display: block; color: var(--text); font-size: 1.75rem; line-height: 1.25; font-variant-numeric: tabular-nums }
button { font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: var(--corner); padding: .75rem 1.5rem; min-height: 2.75rem; cursor: pointer }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1.5rem 2rem; margin: 0 0 2rem }
address { font-style: normal }
address p { margin: 0 }
address .name { font-weight: 600 }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr)); gap: 1rem 2rem; margin: 0 }
.transfer { grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)) }
.facts dt { font-size: .875rem; color: var(--soft) }
.facts dd { margin: 0 }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .6rem .5rem; text-align: start; vertical-align: top; border-bottom: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
:is(th, td):first-child { padding-inline-start: 0 }
:is(th, td):last-child { padding-inline-end: 0 }
thead th { font-size: .875rem; font-weight: 400; color: var(--soft) }
th[scope=row] { font-weight: 400 }
.number { text-align: end; white-space: nowrap }
[dir=rtl] .number { text-align: left }
.detail { margin: .1rem 0 0; font-size: .875rem; color: var(--soft) }
.totals { width: auto; min-width: min(22rem, 100%); margin-block: .6rem 0; margin-inline-start: auto }
.totals :is(th, td) { border: 0; padding-block: .3rem }
.totals .sum :is(th, td) { font-weight: 600; font-size: 1.125rem }
.narrow { display: none }
@media (max-width: 40rem) {
  .lines .wide { display: none }
  .narrow { display: block }
  .totals { width: 100% }
  .due form, .due button { width: 100% }
}
.notes { white-space: pre-line; margin: 1.5rem 0 0 }
.small { font-size: .875rem; color: var(--soft); margin: .75rem 0 0 }
.documents { margin: 0; padding: 0; list-style: none }
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --text: #000; --soft: #444; --line: #888; --link: #000 }
  body { background: none; font-size: 10.5pt }
  main { max-width: none; margin: 0; padding: 0; min-height: 0; box-shadow: none }
  tr, address, .facts { break-inside: avoid }
  h2 { break-after: avoid }
  form, .documents, .documents-title, .notice { display: none }
}
`;
