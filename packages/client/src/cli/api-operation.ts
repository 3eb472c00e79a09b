// What the command line knows of an operation of the API, by which it is a command.

/** One operation of the API, and the command that it is. */
export type ApiOperation = {
  /** The words after `frontdesk`: `contacts list`. */
  name: string;
  /** As the API's document calls it: `listContacts`. */
  id: string;
  method: string;
  /** `/contacts/{id}` */
  path: string;
  /** The scopes that the API key needs; null if that depends on the request. */
  scopes: string | null;
  summary: string;
  /** Parameters of the query, but for those of pages and filters. */
  query: Readonly<Record<string, { help: string; isFlag?: boolean }>>;
  /** Whether it has conditions on members beside its parameters. */
  hasFilters?: boolean;
  /** Whether it is read page by page. */
  hasPages?: boolean;
  /** The members of the body: texts are sent as they stand, others are JSON. */
  body?: Readonly<Record<string, 'text' | 'json'>>;
  needsBody?: boolean;
  /** Whether it can be repeated after a lost connection, with a key that names the request. */
  isSafeToRepeat?: boolean;
  /** What a table shows of a row, for lists and for what is deleted. */
  columns?: readonly string[];
  /** Whether the response is a file. */
  isFile?: boolean;
  /** A command line that is worth copying, without `frontdesk`. */
  example: string;
};
