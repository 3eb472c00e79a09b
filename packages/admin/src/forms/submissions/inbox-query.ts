// What the screens of the inbox read and change.

import type { InboxPage, InboxSubmission, StoryEntry, SubmissionChange } from '@frontdesk/client/admin';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { toastError } from '../../ui/toast.tsx';

/** How often the list looks for new submissions while it is shown. */
const refreshMs = 5000;

export function inboxQuery(query: object) {
  return queryOptions({
    queryKey: ['inbox', 'list', query],
    queryFn: ({ signal }): Promise<InboxPage> => api.inbox.list(query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}

export function inboxSubmissionQuery(id: string) {
  return queryOptions({
    queryKey: ['inbox', 'submission', id],
    queryFn: ({ signal }): Promise<InboxSubmission> => api.inbox.get(id, { signal }),
    refetchInterval: refreshMs * 3,
  });
}

export function storyQuery(id: string) {
  return queryOptions({
    queryKey: ['inbox', 'story', id],
    queryFn: async ({ signal }): Promise<StoryEntry[]> => (await api.inbox.story(id, { signal })).items,
    // A mail that is being sent is soon something else.
    refetchInterval: ({ state }) =>
      state.data?.some(({ mail }) => mail?.status === 'queued') ? refreshMs / 4 : refreshMs * 3,
  });
}

export const assigneesQuery = queryOptions({
  queryKey: ['inbox', 'assignees'],
  queryFn: async ({ signal }) => (await api.inbox.assignees({ signal })).items,
  staleTime: 60_000,
});

/** Changes submissions, and shows it at once. Returns whether it worked. */
export async function changeSubmissions(ids: readonly string[], change: SubmissionChange): Promise<boolean> {
  show(ids, change);
  try {
    await api.inbox.updateMany(ids, change);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    await queries.invalidateQueries({ queryKey: ['inbox'] });
  }
}

function show(ids: readonly string[], { assigneeId: _, ...change }: SubmissionChange): void {
  const shown = { ...change, ...(change.progress === 'done' ? { unread: false } : {}) } as Partial<InboxSubmission>;
  const update = (one: InboxSubmission): InboxSubmission => (ids.includes(one.id) ? { ...one, ...shown } : one);
  queries.setQueriesData<InboxPage>(
    { queryKey: ['inbox', 'list'] },
    (page) => page && { ...page, items: page.items.map(update) },
  );
  queries.setQueriesData<InboxSubmission>({ queryKey: ['inbox', 'submission'] }, (one) => one && update(one));
}
