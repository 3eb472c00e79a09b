// What the caller would rather have (RFC 9110, section 12.5.1).

/** Whether `Accept` names `type` and likes it better than JSON. A wildcard is no preference. */
export function prefers(accept: string | undefined, type: 'text/html' | 'text/csv'): boolean {
  if (accept === undefined) return false;
  const qualities = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name) qualities.set(name, Number(quality) || 0);
  }
  const wanted = qualities.get(type) ?? 0;
  return wanted > 0 && wanted >= (qualities.get('application/json') ?? 0);
}
