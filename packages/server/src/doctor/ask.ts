// Requests of the doctor to the service itself, to its public address and to the processor.

const patienceMs = 10_000;

export type Asked =
  | { reached: true; status: number; headers: Headers; body: unknown }
  /** Why nothing came back. */
  | { reached: false; reason: string };

/** Never throws. Redirects are not followed. */
export async function ask(url: string, token?: string): Promise<Asked> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    return { reached: true, status: response.status, headers: response.headers, body: parse(text) };
  } catch (error) {
    return { reached: false, reason: reasonOf(error as Error) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `no response within ${patienceMs / 1000} seconds`;
  const { code, message: deeper } = (cause ?? {}) as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ENOTFOUND') return 'its name is unknown';
  return deeper || code || message;
}
