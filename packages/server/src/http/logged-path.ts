// The path of a request as it is logged: without the query, and without keys that open something.

/** `route` is its pattern, if there is one. */
export function loggedPath(url: string, route: string | undefined): string {
  if (route?.includes('/:key')) return route;
  return url.split('?', 1)[0] as string;
}
