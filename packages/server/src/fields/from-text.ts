// Values from texts: queries, url-encoded and multipart forms, CSV. A text that is not a value of the kind stays as it is,
// so that validation reports it.

export function asText(text: string): unknown {
  return text;
}

export function asTrimmed(text: string): unknown {
  return text.trim();
}

export function asList(text: string): unknown {
  return [text];
}

export function asNumber(text: string): unknown {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function asBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (['true', 'on', '1', 'yes'].includes(word)) return true;
  return ['false', 'off', '0', 'no'].includes(word) ? false : text;
}
