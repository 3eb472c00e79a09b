// How the rendered form looks: one column, light and dark, large targets.

/** A page in a frame takes its height from what it shows. */
export const embeddedStyle = `
body { display: flow-root; background: transparent }
main { max-width: none; margin: 0; padding: 1rem; min-height: 0; border-radius: 0; box-shadow: none }
`;

export const style = `
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 1.0625rem/1.55 var(--font) }
main { --edge: 0rem; --block: clamp(1rem, 5vw, 3rem); --inline: clamp(1rem, 5vw, 2.5rem); max-width: 40rem; margin: 0 auto; padding: var(--block) var(--inline); background: var(--card); min-height: 100vh; border-radius: var(--edge); overflow-wrap: anywhere }
@media (min-width: 44rem) { main { --edge: var(--card-corner); margin: 3rem auto; min-height: 0; box-shadow: 0 1px 3px #0003 } }
.cover { display: block; width: calc(100% + 2 * var(--inline)); max-width: none; height: clamp(8rem, 26vw, 12rem); object-fit: cover; margin: calc(-1 * var(--block)) calc(-1 * var(--inline)) 1.75rem; border-radius: var(--edge) var(--edge) 0 0 }
.brand { margin: 0 0 1.25rem; color: var(--soft); font-weight: 600 }
.brand img { display: block; max-width: min(14rem, 100%); max-height: 3.5rem }
/* Texts that are not translated are written from left to right on pages of other languages too. */
[dir=rtl] :where(h1, h2, h3, p, label, legend, .label) { unicode-bidi: plaintext; text-align: right }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem }
h2 { font-size: 1.25rem; margin: 0 0 1rem }
h3 { font-size: 1rem; margin: 0 0 .25rem }
.heading h2 { margin: 2rem 0 0 }
.heading .help { margin: .25rem 0 0 }
.paragraph p, .paragraph ul { margin: 0 0 .75rem }
.paragraph a { color: var(--link) }
.progress { margin: 0 0 1.5rem }
.progress p { margin: 0 0 .35rem; color: var(--soft) }
progress { display: block; width: 100%; height: .5rem; border: 0; border-radius: .25rem; overflow: hidden; background: color-mix(in srgb, var(--line) 35%, transparent); appearance: none }
progress::-webkit-progress-bar { background: color-mix(in srgb, var(--line) 35%, transparent) }
progress::-webkit-progress-value { background: var(--accent); border-radius: .25rem }
progress::-moz-progress-bar { background: var(--accent); border-radius: .25rem }
.hint { font-weight: 600 }
.later { margin: 1.5rem 0 0 }
.kept { margin: 0 0 .4rem; padding: 0; list-style: none }
.remove { white-space: nowrap; color: var(--soft) }
.field, fieldset { margin: 0 0 1.5rem; padding: 0; border: 0; min-width: 0 }
.label, legend { display: block; font-weight: 600; margin: 0 0 .25rem; padding: 0 }
.required, .help { color: var(--soft); font-weight: 400 }
.help, .error { margin: 0 0 .4rem }
.error { color: var(--error); font-weight: 600 }
.error::first-letter { text-transform: uppercase }
.wrong { border-inline-start: .25rem solid var(--error); padding-inline-start: .75rem }
input:not([type=checkbox], [type=radio], [type=file]), select, textarea { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: var(--corner); padding: .6rem .7rem; min-height: 2.75rem }
input[type=file] { font: inherit; max-width: 100%; padding: .5rem 0 }
textarea { min-height: 8rem; resize: vertical }
[aria-invalid=true] { border-color: var(--error) !important; border-width: 2px !important }
.choice { display: flex; gap: .6rem; align-items: flex-start; padding: .45rem 0 }
.choice input { width: 1.35rem; height: 1.35rem; margin: .1rem 0 0; flex: none; accent-color: var(--accent) }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(10rem, 45%), 1fr)); gap: .75rem }
.pictures .choice, .pictures .line { margin: 0; padding: .5rem; border: 1px solid var(--line); border-radius: var(--corner) }
.pictures .choice { position: relative; flex-wrap: wrap; align-content: start; cursor: pointer }
.pictures .choice span { flex: 1; min-width: 0; overflow-wrap: anywhere }
.pictures .choice:has(:checked) { outline: 3px solid var(--accent); outline-offset: -1px }
.pictures img { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: .25rem }
.calculation .label { margin: 0 }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.stars { display: inline-flex }
.stars label { position: relative; padding: .2rem; color: color-mix(in srgb, var(--line) 55%, transparent); cursor: pointer }
.stars svg { display: block; width: 2rem; height: 2rem; fill: currentcolor }
.stars label:has(input:checked), .stars label:has(~ label input:checked) { color: var(--accent) }
.stars input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer }
.stars label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: var(--corner) }
.scale { display: grid; grid-template-columns: repeat(auto-fit, minmax(2.6rem, 1fr)); gap: .35rem }
.scale label { position: relative; text-align: center; padding: .55rem .3rem; border: 1px solid var(--line); border-radius: var(--corner); cursor: pointer }
.scale label:has(:checked) { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
.scale input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer }
.scale label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px }
.ends { display: flex; justify-content: space-between; gap: 1rem; margin: .35rem 0 0; color: var(--soft) }
.matrix { width: 100%; border-collapse: collapse }
.matrix th, .matrix td { padding: .5rem .35rem; text-align: center; font-weight: 400; border-bottom: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
.matrix th[scope=row] { text-align: start }
.matrix td label { display: flex; justify-content: center; align-items: center; gap: .6rem; min-height: 2rem; cursor: pointer }
.matrix td label span { display: none }
.matrix input { width: 1.35rem; height: 1.35rem; margin: 0; accent-color: var(--accent) }
@media (max-width: 34rem) {
  .matrix thead { display: none }
  .matrix tr { display: block; padding: .5rem 0; border-bottom: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
  .matrix th, .matrix td { display: block; border: 0; padding: .2rem 0; text-align: start }
  .matrix th[scope=row] { font-weight: 600 }
  .matrix td label { justify-content: start }
  .matrix td label span { display: inline }
}
.signature { margin: 0 0 .5rem }
.signature canvas { display: block; width: 100%; height: 11rem; margin: 0 0 .5rem; background: #fff; border: 1px solid var(--line); border-radius: var(--corner); touch-action: none }
.signature button { padding: .4rem .9rem; font-weight: 400 }
.row { margin: 0 0 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: var(--corner) }
.row > legend { padding: 0 .4rem }
.row > button { padding: .4rem .9rem; font-weight: 400 }
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: .75rem 1rem }
.part label { display: block; margin: 0 0 .15rem; color: var(--soft) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
button, .button { font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: var(--corner); padding: .75rem 1.5rem; min-height: 2.75rem; cursor: pointer }
button.other { color: var(--text); background: transparent; border: 1px solid var(--line) }
a.button { display: inline-block; text-decoration: none }
.price { font-size: 1.5rem; font-weight: 600; margin: 0 }
.amount { font-weight: 600; white-space: nowrap }
.left { color: var(--soft); font-weight: 400; font-size: .9em }
.line { margin: 0 0 1rem }
.order .choice, .order .line p { margin-bottom: .25rem }
.order input.quantity, .order input.custom { display: block; width: 10rem; max-width: 100% }
.choice:has(:disabled) { color: var(--soft) }
.code { display: flex; gap: .5rem; max-width: 24rem }
.code input { min-width: 0 }
.code button { flex: none; width: auto; white-space: nowrap; padding-inline: 1rem }
[data-note]:not(:empty) { margin-top: .4rem }
.total, .discount, .tax { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; margin: 1rem 0 .25rem }
.total { border-top: 1px solid var(--line); padding-top: .75rem; font-weight: 600 }
.total[aria-busy] output { opacity: .5 }
p:is(.total, .discount, .tax) output { white-space: nowrap }
:is(.total, .discount, .code button)[hidden] { display: none }
.summary { border: 2px solid var(--error); border-radius: var(--corner); padding: 1rem 1.25rem; margin: 0 0 2rem }
.summary h2 { margin: 0 0 .5rem }
.summary ul { margin: 0; padding-inline-start: 1.25rem }
.summary a { color: var(--error); font-weight: 600 }
.submitted { margin: 2rem 0 0; border-top: 1px solid color-mix(in srgb, var(--line) 45%, transparent); padding-top: 1.25rem }
.submitted h2 { margin: 0 0 .5rem }
.submitted dl { margin: 0 }
.submitted dl div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .15rem 1rem; padding: .35rem 0 }
.submitted dt { color: var(--soft) }
.submitted dd { margin: 0; white-space: pre-line }
.submitted .sum { font-weight: 600 }
@media (max-width: 30rem) { .submitted dl div { grid-template-columns: minmax(0, 1fr) } }
.trap { position: absolute; inset-inline-start: -200vw; width: 1px; height: 1px; overflow: hidden }
@media (max-width: 30rem) { button { width: 100% } button + button { margin-top: .6rem } }
`;
