// The control of a signature: drawn with a mouse, a finger or a pen, which the page sends as a file, or a name that is typed,
// which needs neither a pointer nor JavaScript.

import { attribute, html } from '../lib/html.ts';
import { type Control, keptList, labelled } from './form-controls.ts';

/** Of a typed name. */
export const maxTyped = 100;

export const signatureInput: Control = labelled(
  (field, shared, value, state) => {
    const { clearSignature, drawSignature, signatureArea } = state.language.texts.page;
    const pad = html`<div class="signature" data-signature="${field.name}" hidden>
<p class="help">${drawSignature}</p>
<canvas role="img" aria-label="${signatureArea}"></canvas>
<button type="button" class="other">${clearSignature}</button>
</div>
`;
    return html`${keptList(state)}${!state.isStatic && pad}<input type="text"${shared}${attribute('maxlength', maxTyped)} autocomplete="name" value="${value}">`;
  },
  { note: (_, { language }) => language.texts.page.typeName },
);

/** A drawing replaces a typed name, and the other way round. */
export const signatureScript = `
import SignaturePad from '/signature/pad.js'
for (const holder of document.querySelectorAll('[data-signature]')) {
  const canvas = holder.querySelector('canvas')
  const text = holder.parentElement.querySelector('input[type=text]')
  const isRequired = text.required
  const file = Object.assign(document.createElement('input'), { type: 'file', hidden: true, tabIndex: -1 })
  holder.append(file)
  holder.hidden = false
  const pad = new SignaturePad(canvas, { backgroundColor: 'rgb(255, 255, 255)', penColor: 'rgb(0, 0, 0)' })
  // What else depends on the answer does not notice changes by scripts.
  const changed = () => holder.dispatchEvent(new Event('input', { bubbles: true }))
  const forget = () => {
    file.value = ''
    file.removeAttribute('name')
    text.required = isRequired
    changed()
  }
  // Also when a condition shows it, or a device is turned.
  new ResizeObserver(() => {
    const ratio = Math.max(1, devicePixelRatio)
    const [width, height] = [canvas.offsetWidth, canvas.offsetHeight].map((size) => Math.round(size * ratio))
    if (width === 0 || (canvas.width === width && canvas.height === height)) return
    const drawn = pad.toData()
    Object.assign(canvas, { width, height })
    canvas.getContext('2d').scale(ratio, ratio)
    pad.clear()
    pad.fromData(drawn)
  }).observe(canvas)
  pad.addEventListener('endStroke', () => {
    const bytes = Uint8Array.from(atob(pad.toDataURL().split(',')[1]), (character) => character.charCodeAt(0))
    const list = new DataTransfer()
    list.items.add(new File([bytes], 'signature.png', { type: 'image/png' }))
    file.files = list.files
    file.name = holder.dataset.signature
    text.value = ''
    text.required = false
    changed()
  })
  holder.querySelector('button').addEventListener('click', () => {
    pad.clear()
    forget()
  })
  text.addEventListener('input', () => {
    if (pad.isEmpty()) return
    pad.clear()
    forget()
  })
}
`;
