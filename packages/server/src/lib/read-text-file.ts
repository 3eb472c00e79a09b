// Text files that people write, such as `.env`.

import { readFileSync } from 'node:fs';

/** UTF-8, without its byte order mark. Throws an error for any other encoding, which would be read as something else. */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Explained below.
  }
  throw new Error("it is not UTF-8. Windows PowerShell's > writes UTF-16: use Set-Content -Encoding utf8");
}
