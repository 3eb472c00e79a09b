// What an S3 store said when it did not do what it was asked, as a sentence for the person who runs the service.

import type { SaxesParser } from 'saxes';
import { ExpectedError } from '../expected-error.ts';

export class S3Error extends ExpectedError {
  override name = 'S3Error';
  /** The store's own name of the problem, such as `NoSuchBucket`; null if none came back. */
  readonly code: string | null;
  /** Null if the store was not reached. */
  readonly status: number | null;
  constructor(
    message: string,
    { code, status, cause }: { code: string | null; status: number | null; cause?: unknown },
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }

  /** Whether another attempt may succeed: the store is busy, or was not reached. */
  get isPassing(): boolean {
    const { status, code } = this;
    return status === null || status >= 500 || status === 429 || ['RequestTimeout', 'SlowDown'].includes(code ?? '');
  }
}

type Where = { origin: string; bucket: string };

const advice: Record<string, (where: Where) => string> = {
  NoSuchBucket: ({ bucket }) => `It has no bucket “${bucket}”. Create it, or correct the name`,
  InvalidAccessKeyId: () => 'It does not know the access key. Check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: () => 'The secret key does not belong to the access key. Check AWS_SECRET_ACCESS_KEY',
  InvalidToken: () => 'The session token is invalid. Check AWS_SESSION_TOKEN',
  ExpiredToken: () => 'The session token has expired. Use keys that do not expire, or a role (docs/scale.md)',
  RequestTimeTooSkewed: () =>
    'The clock of this machine is wrong by more than 15 minutes. Set it, and keep it right with NTP',
  AccessDenied: ({ bucket }) =>
    `The access key may not do this in the bucket “${bucket}”. Give it the rights that docs/scale.md lists`,
  AllAccessDisabled: ({ bucket }) => `The bucket “${bucket}” is locked. Ask who runs the store`,
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  QuotaExceeded: () => 'It is full',
};

function wrongRegion({ bucket }: Where): string {
  return `The bucket “${bucket}” is in another region. Correct AWS_REGION or AWS_ENDPOINT_URL_S3`;
}

/** What a store answered. `message` is its own. */
export function refusedBy(where: Where, status: number, code: string | null, message: string | null): S3Error {
  const redirected = status >= 300 && status < 400 ? wrongRegion(where) : null;
  const known = (code === null ? null : advice[code]?.(where)) ?? redirected;
  const own = [code, message].filter(Boolean).join(', ').slice(0, 300);
  const text = known ?? `It said ${status}${own === '' ? '' : ` (${own})`}`;
  return new S3Error(`The S3 store at ${where.origin} rejected a request. ${text}.`, { code, status });
}

/** Why no answer came. */
export function unreachable({ origin }: Where, cause: unknown): S3Error {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: 'its name is unknown',
    EAI_AGAIN: 'its name cannot be looked up',
    ECONNRESET: 'it closed the connection',
  };
  const reason = reasons[code] ?? message;
  const text = `The S3 store at ${origin} cannot be reached: ${reason}. Check AWS_ENDPOINT_URL_S3, and that the store runs.`;
  return new S3Error(text, { code: null, status: null, cause });
}

// Reads the XML of S3 stores, which is flat: elements with text, and lists of elements.

export type XmlElement = { name: string; text: string; children: XmlElement[] };

/** The outermost element. Throws Error if it is no XML. */
export async function readXml(text: string): Promise<XmlElement> {
  const { SaxesParser } = await import('saxes');
  const parser: SaxesParser = new SaxesParser();
  const root: XmlElement = { name: '', text: '', children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const element: XmlElement = { name, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [first] = root.children;
  if (!first) throw new Error('The XML is empty');
  return first;
}

/** The text of the child with this name; null if there is none. */
export function textOf({ children }: XmlElement, name: string): string | null {
  return children.find((child) => child.name === name)?.text ?? null;
}
