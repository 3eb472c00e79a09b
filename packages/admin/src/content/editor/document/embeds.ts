// Embeds by URL, from services on this list only. What is stored is a link in the elements that WordPress has around an
// embed: it loads nothing, leads somewhere without a script, and a site may put the player in its place on a click.
// Texts with comments of WordPress get its own form, which has the URL as a text.

import type { TextStyle } from './blocks.ts';
import { safeJson } from './wordpress-comments.ts';
import { escapeText, writeAttributes } from './write-inline.ts';

type Service = {
  name: string;
  kind: 'video' | 'rich';
  pattern: RegExp;
  /** The URL of the player. */
  player(match: RegExpExecArray): string;
};

const services: readonly Service[] = [
  {
    name: 'YouTube',
    kind: 'video',
    pattern:
      /^https:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?=$|[?&#/])/,
    player: ([, id]) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    name: 'Vimeo',
    kind: 'video',
    pattern: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+)(?=$|[?#/])/,
    player: ([, id]) => `https://player.vimeo.com/video/${id}`,
  },
  {
    name: 'Spotify',
    kind: 'rich',
    pattern: /^https:\/\/open\.spotify\.com\/(?:embed\/)?(track|album|playlist|episode|show)\/(\w+)(?=$|[?#/])/,
    player: ([, kind, id]) => `https://open.spotify.com/embed/${kind}/${id}`,
  },
  {
    name: 'SoundCloud',
    kind: 'rich',
    pattern: /^https:\/\/soundcloud\.com\/([\w-]+\/[\w-]+)(?=$|[?#])/,
    player: ([, path]) =>
      `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${path}`)}`,
  },
];

export const embedServices: readonly string[] = services.map(({ name }) => name);

export type Embed = { service: string; url: string; title: string; player: string };

type Found = { service: Service; player: string };

function findService(url: string): Found | null {
  for (const service of services) {
    const match = service.pattern.exec(url);
    if (match) return { service, player: service.player(match) };
  }
  return null;
}

/** The HTML that embeds the page at this URL. Null if its service is not on the list. */
export function embedHtml(typed: string, title: string, style: TextStyle): string | null {
  const url = typed.trim();
  const found = /[\s"'<>]/.test(url) ? null : findService(url);
  if (!found) return null;
  const { name, kind } = found.service;
  const slug = name.toLowerCase();
  const names = `wp-block-embed is-type-${kind} is-provider-${slug} wp-block-embed-${slug}`;
  const figure = (content: string, caption: string): string =>
    `<figure class="${names}"><div class="wp-block-embed__wrapper">${content}</div>${caption}</figure>`;
  const words = escapeText(title.trim());
  if (style !== 'wordpress') return figure(`<a${writeAttributes({ href: url })}>${words || escapeText(url)}</a>`, '');
  const caption = words && `<figcaption class="wp-element-caption">${words}</figcaption>`;
  const settings = safeJson({ url, type: kind, providerNameSlug: slug, responsive: true });
  return `<!-- wp:embed ${settings} -->\n${figure(`\n${escapeText(url)}\n`, caption)}\n<!-- /wp:embed -->`;
}

/** A hostile block would take long to search. */
const maxRead = 4000;
const embedStart =
  /^(?:<!--\s+wp:(?:core-)?embed[ /]|<iframe\s|<figure\s[^>]*class="(?:[^"]*\s)?(?:wp-block-embed|embed)[\s"])/;

/** What a block of HTML embeds. Null if it is no embed, or of another service. */
export function readEmbed(block: string): Embed | null {
  const html = block.slice(0, maxRead).trimStart();
  if (!embedStart.test(html)) return null;
  for (const [written] of html.matchAll(/https:\/\/[^\s"'<>]+/g)) {
    const url = pageOf(written.replaceAll('&amp;', '&').replaceAll('\\u0026', '&'));
    const found = findService(url);
    if (found) return { service: found.service.name, url, player: found.player, title: titleOf(html) };
  }
  return null;
}

/** The page that a player shows, if its URL names one. */
function pageOf(url: string): string {
  const page =
    URL.canParse(url) && new URL(url).hostname === 'w.soundcloud.com' && new URL(url).searchParams.get('url');
  return page || url;
}

function titleOf(html: string): string {
  const text =
    /<figcaption[^>]*>([^<]*)/.exec(html)?.[1] ??
    /<a\s[^>]*>([^<]*)/.exec(html)?.[1] ??
    /<iframe\s[^>]*title="([^"]*)"/.exec(html)?.[1] ??
    '';
  const shown = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return shown.trim();
}
