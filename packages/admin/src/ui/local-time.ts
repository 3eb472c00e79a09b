// Converts times for the browser's date and time inputs.

/** RFC 3339 → "2026-11-20T09:30", in the browser's time zone; '' if there is no time. */
export function toLocalInput(time: string | null | undefined): string {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Back to RFC 3339 in UTC; null if the text is not a time. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
