// Where a link leads: to a URL that was typed, or to an item.

/** The item that a link names in its attribute `data-item`. */
export const itemAttribute = 'data-item';

const schemes = /^(?:https?:\/\/|mailto:|tel:)\S+$/i;
const places = /^(?:\/(?!\/)|#|\?)\S*$/;
const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?$/i;
const email = /^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i;

/** The URL that was typed, with its scheme if that is missing. Null if the text is not a URL. */
export function readUrl(typed: string): string | null {
  const text = typed.trim();
  if (schemes.test(text) || places.test(text)) return text;
  if (email.test(text)) return `mailto:${text}`;
  return host.test(text) ? `https://${text}` : null;
}

type TypeWithUrl = { name: string; plural: string; url?: string | null };

/**
 * The URL of an item for the stored link. Reads with `expand` write the current one in its place. A type that does not say where
 * its items are gets a path that a site can find the item by.
 */
export function urlOfLinkedItem(
  type: TypeWithUrl | undefined,
  item: { id: string; type: string; slug: string },
): string {
  const values: Record<string, string> = { ...item, plural: type?.plural ?? item.type };
  return (type?.url ?? '/{type}/{slug}').replace(/\{(\w+)\}/g, (placeholder, name) =>
    values[name] === undefined ? placeholder : encodeURIComponent(values[name]),
  );
}
