// Email addresses as mail servers accept them: one address, with nothing that could become a second one or a header.

const maxLength = 254;
const address = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.?[^\s@<>()[\]\\,;:".]+$/;

export function isMailAddress(text: string): boolean {
  return text.length <= maxLength && address.test(text) && !hasControls(text);
}

/** An address, alone or with a name before it: `Harbour <mail@example.com>`. Null for anything else. */
export function parseSender(text: string): { address: string; name: string | null } | null {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text);
  const found = named ? { name: named[1] || null, address: named[2] as string } : { name: null, address: text.trim() };
  return isMailAddress(found.address) && !hasControls(found.name ?? '') ? found : null;
}

/** A text for a header: one line, without control characters. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
