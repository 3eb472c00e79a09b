// Embeds by URL, from services on this list only.

type Service = { name: string; pattern: RegExp; source(match: RegExpExecArray): string };

const services: readonly Service[] = [
  {
    name: 'YouTube',
    pattern:
      /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?=$|[?&#/])/,
    source: ([, id]) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    name: 'Vimeo',
    pattern: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+)(?=$|[?#/])/,
    source: ([, id]) => `https://player.vimeo.com/video/${id}`,
  },
  {
    name: 'Spotify',
    pattern: /^https:\/\/open\.spotify\.com\/(?:embed\/)?(track|album|playlist|episode|show)\/(\w+)(?=$|[?#/])/,
    source: ([, kind, id]) => `https://open.spotify.com/embed/${kind}/${id}`,
  },
  {
    name: 'SoundCloud',
    pattern: /^https:\/\/soundcloud\.com\/([\w-]+\/[\w-]+)(?=$|[?#])/,
    source: ([, path]) =>
      `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${path}`)}`,
  },
];

export const embedServices: readonly string[] = services.map(({ name }) => name);

/** The HTML that embeds the page at this URL. Null if its service is not on the list. */
export function embedHtml(url: string): string | null {
  for (const { name, pattern, source } of services) {
    const match = pattern.exec(url.trim());
    if (!match) continue;
    const src = source(match).replaceAll('&', '&amp;');
    return `<figure class="embed"><iframe src="${src}" title="${name}" loading="lazy" width="560" height="315" allowfullscreen></iframe></figure>`;
  }
  return null;
}
