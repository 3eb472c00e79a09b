// Parts of the admin that are loaded before they are needed, but after the first screen: they must be there while the server
// cannot be reached, or has been updated.

/** Loads the part a moment after the page has opened. If that fails, it is loaded when it is needed. */
export function loadLater(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => load().catch(() => {}), 1000);
  return () => clearTimeout(timer);
}
