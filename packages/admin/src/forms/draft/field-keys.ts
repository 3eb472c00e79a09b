// Names of fields and lines from their labels, and keys that are unique in this window.

let lastKey = 0;

/** A key that is unique in this window. */
export function newKey(): string {
  lastKey += 1;
  return `k${lastKey}`;
}

/** A unique name generated from the label: "Your e-mail!" → your_e_mail. */
export function nameFor(label: string, others: string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50);
  const base = /^[a-z]/.test(words) ? words : words === '' ? 'field' : `field_${words}`;
  let name = base;
  for (let n = 2; others.includes(name); n += 1) name = `${base}_${n}`;
  return name;
}
