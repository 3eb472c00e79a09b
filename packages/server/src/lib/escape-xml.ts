// Texts in XML, of which nothing may make a document unreadable.

/** What XML 1.0 (section 2.2) does not allow, not even escaped: controls, lone surrogates, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** The text without the characters that XML does not allow. */
export function dropForbidden(text: string): string {
  return text.replace(forbidden, '');
}

/** Writes a text between tags or in an attribute. */
export function escapeXml(text: string): string {
  return dropForbidden(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
