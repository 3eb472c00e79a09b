// What is typed after the search was asked for and before its input has the focus: its code may still be loading.

/** Collects letters until the input of a dialog gets the focus; they are for it. Escape cancels. Returns what ends it without either. */
export function collectLetters(deliver: (letters: string) => void, cancel: () => void): () => void {
  let letters = '';
  const end = (): void => {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('focusin', onFocus, true);
    window.removeEventListener('pointerdown', end, true);
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Escape') {
      end();
      cancel();
    } else if (key === 'Backspace') letters = letters.slice(0, -1);
    else if (key.length === 1) letters += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLInputElement) || !target.closest('[role=dialog]')) return;
    end();
    if (letters !== '') deliver(letters);
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('focusin', onFocus, true);
  // Something else is meant now.
  window.addEventListener('pointerdown', end, true);
  return end;
}
