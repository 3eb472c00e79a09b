// What feeds and sitemaps need of XML.

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const xmlText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

export function xmlResponse(body: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
}
