// What no one has done anything with yet.

/** A new submission in the inbox. Spam is not in it, and begins anew when it turns out to be none. */
export const newInInbox = { unread: 1, starred: 0, progress: 'new', assigneeId: null } as const;
