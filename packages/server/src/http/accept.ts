// Content negotiation: which media type the client prefers (RFC 9110, section 12.5.1).

/** Whether `Accept` names `type` and prefers it to JSON. A wildcard counts as no preference. */
export function prefers(accept: string | undefined, type: 'text/html' | 'text/csv'): boolean {
  if (accept === undefined) return false;
  const qualities = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name) qualities.set(name, Number(quality) || 0);
  }
  const quality = qualities.get(type) ?? 0;
  return quality > 0 && quality >= (qualities.get('application/json') ?? 0);
}
