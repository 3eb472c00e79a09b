// The script of a payment field on the form page: adds up what is chosen, and asks the service what it costs with a
// discount code, if tax is added to the prices, or once the buyer's country is known (forms/submit/requested-form.ts).

import { typedNumber } from './calculation-control.ts';
import type { FieldDeclaration } from './field.ts';
import { addsTax, hasOrder } from './price-lines.ts';

/**
 * A code is asked for when it is complete: once the input is left, with Enter, or with the button. Until the service has
 * answered, and if it cannot, the total says that it is the one before the discount. The page carries the total that was
 * answered last, until something changes (forms/page/sent-again.ts).
 */
export const orderScript = `${typedNumber}
for (const order of document.querySelectorAll('[data-order]')) {
  const { currency, digits, typed, shown, ...marks } = JSON.parse(order.dataset.order)
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency, ...shown })
  const [total, label] = [order.querySelector('.total output'), order.querySelector('.total span')]
  const [code, apply, note, discount, taxes] = ['[data-code]', '.code button', '[data-note]', '.discount', '.taxes'].map((one) => order.querySelector(one))
  const text = label.textContent
  const { billing } = order.form.dataset
  const vatId = order.form.elements[billing + '.vatId']
  const vatNote = vatId && Object.assign(document.createElement('p'), { className: 'error', role: 'status' })
  vatId?.after(vatNote)
  const hasCountry = () => billing && new FormData(order.form).get(billing + '.country')
  const named = (name) => order.querySelector('[name="' + CSS.escape(name) + '"]')
  const entered = () => code?.value.trim() ?? ''
  let asked = ''
  let quote = null
  let request
  let timer
  const write = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text
  }
  const sum = () => {
    let sum = 0
    for (const one of order.querySelectorAll('[data-amount]')) {
      if (one.disabled || (/radio|checkbox/.test(one.type) && !one.checked)) continue
      const count = one.type === 'number' ? one.value : one.dataset.times ? named(one.dataset.times).value : 1
      sum += one.dataset.amount * Math.max(0, Math.floor(count) || 0)
    }
    for (const one of order.querySelectorAll('[data-custom]')) sum += Math.max(0, Math.round(typedNumber(one.value, typed, digits) * 10 ** digits) || 0)
    return format.formatToParts(sum / 10 ** digits).map(({ type, value }) => marks[type] ?? value).join('')
  }
  const row = ({ label, amount }) => {
    const row = document.createElement('p')
    row.className = 'tax'
    const [name, sum] = ['span', 'output'].map((tag) => document.createElement(tag))
    write(name, label)
    write(sum, amount)
    row.append(name, ' ', sum)
    return row
  }
  const show = () => {
    write(label, quote?.total ? text : entered() ? code.dataset.code : (taxes?.dataset.net ?? text))
    write(total, quote?.total ?? sum())
    taxes?.replaceChildren(...(quote?.taxes ?? []).map(row))
    write(vatNote, quote?.buyerFault ?? '')
    if (!code) return
    write(note, (asked && quote?.fault) || '')
    discount.hidden = !quote?.discount
    const [name, amount] = discount.children
    write(name, quote?.discount?.label ?? '')
    write(amount, quote?.discount?.amount ?? '')
  }
  const prices = order.form.elements['.prices']
  const keepTotal = (kept) => {
    if (prices) prices.value = kept ?? prices.value.split('.')[0]
  }
  const forget = () => {
    clearTimeout(timer)
    request?.abort()
    request = quote = null
    keepTotal()
    order.querySelector('.total').removeAttribute('aria-busy')
  }
  const ask = async () => {
    const isCode = quote?.isCode
    if (entered() === asked && (request || isCode)) return
    forget()
    asked = entered()
    if (!asked && !taxes && !hasCountry()) return show()
    const { signal } = (request = new AbortController())
    const mine = [...new FormData(order.form)].filter(([name]) => [order.dataset.field, billing].some((one) => one && name.startsWith(one + '.')))
    const url = new URL(order.form.getAttribute('action'), location.href)
    url.pathname += '/quote'
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(mine), signal }).then((response) => response.json(), () => null).catch(() => null)
    if (signal.aborted) return
    forget()
    quote = answer?.total || answer?.fault || answer?.buyerFault ? answer : null
    keepTotal(quote?.prices)
    show()
  }
  const askSoon = () => {
    if (!(asked || taxes || billing) || quote?.isCode) return
    forget()
    order.querySelector('.total').setAttribute('aria-busy', 'true')
    timer = setTimeout(ask, 300)
  }
  order.addEventListener('input', ({ target }) => {
    if (target === code) {
      if (entered() !== asked) {
        forget()
        asked = ''
      }
    } else askSoon()
    show()
  })
  order.form.addEventListener('change', ({ target }) => {
    if (billing && target.name?.startsWith(billing + '.')) askSoon()
    show()
  })
  if (code) {
    apply.hidden = false
    apply.addEventListener('click', ask)
    code.addEventListener('change', ask)
    code.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !entered()) return
      event.preventDefault()
      ask()
    })
  }
  order.querySelector('.total').hidden = false
  if ((code || taxes || hasCountry()) && !order.classList.contains('wrong')) ask()
  show()
}
`;

/** Whether a page with these fields needs the script. */
export function needsOrderScript(fields: readonly FieldDeclaration[]): boolean {
  return fields.some((field) => field.currency !== undefined && hasOrder(field));
}

/** Whether the script may ask the service on a page with these fields. */
export function asksForQuotes(fields: readonly FieldDeclaration[], billing: string | null): boolean {
  return fields.some(
    (field) => field.discountCodes === true || addsTax(field) || (billing !== null && hasOrder(field)),
  );
}
