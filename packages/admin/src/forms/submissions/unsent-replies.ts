// Replies that are being written, kept while other submissions are looked at.

export type ReplyText = { to: string; subject: string; text: string };

/** By the ID of the submission. */
export const unsentReplies = new Map<string, Partial<ReplyText>>();

/** An idempotency key. `crypto.randomUUID` does not exist on pages served over http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens the box for a reply to a submission that is shown now, or will be next. */
export function beginReply(submissionId: string): void {
  const button = document.querySelector<HTMLElement>(`[data-reply="${CSS.escape(submissionId)}"]`);
  if (button) button.click();
  else if (!unsentReplies.has(submissionId)) unsentReplies.set(submissionId, {});
}
