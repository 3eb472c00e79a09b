// Who is editing which item now.

import type { Deleted, Editing, Editor, ListEditorsQuery, OpenEditor } from './api-types.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';

/** Who is editing which item at this moment. */
export type Editors = {
  /** Those who have an item open. */
  list(query?: ListEditorsQuery, options?: CallOptions): Promise<{ items: Editor[] }>;
  /** Says that an item is open in a window. Repeat it every 15 seconds: others see it for 45 seconds. */
  open(editor: OpenEditor, options?: CallOptions): Promise<Editing>;
  /** `keepalive` sends it even if the page is being closed. */
  close(window: string, options?: { keepalive?: boolean }): Promise<Deleted>;
};

export function editorsOf(connection: Connection): Editors {
  return {
    list: (query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/editors', { query, signal, timeoutSeconds }),
    open: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/editors', { body, signal, timeoutSeconds }),
    close: (window, { keepalive } = {}) => connection.request('DELETE', path`/editors/${window}`, { keepalive }),
  };
}
