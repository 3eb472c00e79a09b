// Whether a key is for what has the focus, and not a shortcut.

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"]') !== null) return true;
  // A box is ticked with the space bar only.
  return target.closest('input:not([type="checkbox"]), textarea, select') !== null;
}
