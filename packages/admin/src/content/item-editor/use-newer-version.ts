// That someone else has saved the item since it was opened here, and what the user wants to do about it.

import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { background } from '../../api/api.ts';
import type { AnyItem } from '../items/item-query.ts';
import type { StatusChange } from './save-item.ts';

/** The item as someone else has saved it, and what was to be done here when that was noticed. */
export type Newer = { theirs: AnyItem; statusChange: StatusChange };

export function useNewerVersion() {
  const [newer, setNewer] = useState<Newer | null>(null);
  const [isDeciding, setDeciding] = useState(false);
  return {
    newer,
    /** Whether the user is asked to decide now. */
    isDeciding: isDeciding && newer !== null,
    notice: useCallback((theirs: AnyItem): void => setNewer({ theirs, statusChange: {} }), []),
    /** Opens the dialog. */
    ask: useCallback((theirs: AnyItem, statusChange: StatusChange = {}): void => {
      setNewer({ theirs, statusChange });
      setDeciding(true);
    }, []),
    decide: () => setDeciding(true),
    keepEditing: () => setDeciding(false),
    forget: useCallback((): void => {
      setNewer(null);
      setDeciding(false);
    }, []),
  };
}

export type NewerVersion = ReturnType<typeof useNewerVersion>;

/** Who saved it, as the beginning of a sentence. */
export function useNameOfMaker(item: AnyItem | null, theirs: AnyItem | undefined): string {
  const { user } = useMe();
  const isOfDraft = theirs?.draft !== undefined && theirs.draft.version !== item?.draft?.version;
  const { data } = useQuery({
    queryKey: ['content', theirs?.type, 'history', theirs?.id, 'last', theirs?.version],
    queryFn: async ({ signal }) => {
      const { type, id } = theirs as AnyItem;
      const { items } = await background.content(type).revisions(id).list({ limit: 1 }, { signal });
      return items[0] ?? null;
    },
    enabled: theirs !== undefined && !isOfDraft,
  });
  const by = isOfDraft ? theirs.draft?.by : data?.by;
  if (!by?.name) return 'Someone';
  if (by.id === user.id) return 'You, in another window,';
  return by.id.startsWith('tok_') ? `The API key “${by.name}”` : by.name;
}
