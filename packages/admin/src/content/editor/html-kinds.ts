// Names what an HTML block contains, for its label.

import { readEmbed } from './document/embeds.ts';

export type HtmlKind = {
  /** Such as "Gallery". */
  label: string;
  /** What it shows or refers to, shortened; may be empty. */
  detail: string;
};

const wordPressLabels: Record<string, string> = {
  html: 'Custom HTML',
  more: 'Read more',
  nextpage: 'Page break',
  'media-text': 'Media and text',
  cover: 'Cover',
};
const elementLabels: Record<string, string> = {
  script: 'Script',
  style: 'Styles',
  form: 'Form',
  video: 'Video',
  audio: 'Audio',
  iframe: 'Embedded page',
  embed: 'Embedded object',
  object: 'Embedded object',
  table: 'Table',
  svg: 'Drawing',
  dl: 'Definitions',
  ul: 'List',
  ol: 'List',
  address: 'Address',
};
const shortcodeLabels: Record<string, string> = {
  gallery: 'Gallery',
  caption: 'Image with caption',
  audio: 'Audio',
  video: 'Video',
};

/** A label needs no more, and a hostile block would take long to search. */
const maxRead = 4000;

/** What a block of HTML is. */
export function describeHtml(block: string): HtmlKind {
  const embed = readEmbed(block);
  if (embed) return { label: `Embed: ${embed.service}`, detail: embed.title || embed.url };
  const html = block.slice(0, maxRead);
  const wordPress = /^<!--\s+wp:([a-z0-9/-]+)/.exec(html)?.[1];
  const shortcode = /^\[([\w-]+)/.exec(html)?.[1];
  const element = /^<([a-zA-Z][\w-]*)/.exec(html)?.[1]?.toLowerCase();
  const frame = /<iframe[^>]*\ssrc="https:\/\/([^/"]+)/.exec(html)?.[1];
  const comment = /^<!--\s*(more|nextpage)\b/.exec(html)?.[1];
  const detail = detailOf(html);
  if (wordPress) {
    const name = wordPress.replace(/^core-embed\//, '');
    const label = wordPressLabels[name] ?? capitalize(name.split('/').at(-1) ?? name);
    return { label: /embed/.test(wordPress) && name !== 'embed' ? `Embed: ${label}` : label, detail };
  }
  if (shortcode) return { label: shortcodeLabels[shortcode] ?? `Shortcode: ${shortcode}`, detail };
  if (comment) return { label: wordPressLabels[comment] ?? 'Comment', detail: '' };
  if (html.startsWith('<!'))
    return {
      label: 'Comment',
      detail: html
        .replace(/^<!-*|-*>$/g, '')
        .trim()
        .slice(0, 120),
    };
  if (/<img/i.test(html) && /gallery/.test(html)) return { label: 'Gallery', detail };
  if (frame) return { label: `Embed: ${frame}`, detail };
  return { label: (element && elementLabels[element]) || 'Custom HTML', detail };
}

function detailOf(html: string): string {
  const text = html
    .replace(/<(script|style)[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?-->|<[^>]*>|^\[[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const source =
    text || /(?:src|href|ids|data)="([^"]+)"/.exec(html)?.[1] || /https?:\/\/[^\s"'\]]+/.exec(html)?.[0] || '';
  return source.length > 120 ? `${source.slice(0, 119)}…` : source;
}

function capitalize(name: string): string {
  const text = name.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
