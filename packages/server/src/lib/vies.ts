// Asks the EU whether a VAT ID is in use: the REST API of VIES, which asks the authority of the country.

import type { PublicFetch } from './public-fetch.ts';

export type ViesAnswer = {
  isInUse: boolean;
  /** Whose it is, and where; null where the country does not say it. */
  name: string | null;
  address: string | null;
  /** Proves that it was asked; null without a requester. */
  consultationNumber: string | null;
};

export type Vies = {
  /** VAT IDs of the EU, normalized. The same question is not asked twice at a time. Throws ViesError if there is no answer. */
  ask(vatId: string, requester: string | null): Promise<ViesAnswer>;
};

/** Why there is no answer now: what VIES calls it, such as `MS_UNAVAILABLE`, or what befell the request. */
export class ViesError extends Error {
  override name = 'ViesError';
}

/** VIES waits for the authorities, of which some need seconds. */
const timeout = 10_000;

export function createVies(url: string, { post }: Pick<PublicFetch, 'post'>, { timeoutMs = timeout } = {}): Vies {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const send = async (question: object): Promise<{ isFine: boolean; answer: unknown }> => {
    const body = Buffer.from(JSON.stringify(question));
    try {
      const response = await post(url, { headers, body, timeoutMs });
      return { isFine: response.status === 200, answer: JSON.parse(response.body.toString()) };
    } catch (error) {
      throw new ViesError(error instanceof SyntaxError ? 'The answer is no JSON' : (error as Error).message, {
        cause: error,
      });
    }
  };
  const askNow: Vies['ask'] = async (vatId, requester) => {
    const [countryCode, vatNumber] = partsOf(vatId);
    const [requesterMemberStateCode, requesterNumber] = requester === null ? [] : partsOf(requester);
    const sent = await send({ countryCode, vatNumber, requesterMemberStateCode, requesterNumber });
    const answer = Object(sent.answer);
    // What comes with a fault may say that nothing is valid.
    if (sent.isFine && typeof answer.valid === 'boolean')
      return {
        isInUse: answer.valid,
        ...{ name: textOf(answer.name), address: textOf(answer.address) },
        consultationNumber: textOf(answer.requestIdentifier),
      };
    const fault = textOf(answer.errorWrappers?.[0]?.error) ?? 'The answer does not say it';
    if (fault === 'INVALID_INPUT') return { isInUse: false, name: null, address: null, consultationNumber: null };
    // The buyer is not to blame for that of the seller: there is an answer, if no proof.
    if (fault === 'INVALID_REQUESTER_INFO' && requester !== null) return askNow(vatId, null);
    throw new ViesError(fault);
  };
  const running = new Map<string, Promise<ViesAnswer>>();
  return {
    ask(vatId, requester) {
      const question = `${vatId} ${requester}`;
      const answer = running.get(question) ?? askNow(vatId, requester).finally(() => running.delete(question));
      running.set(question, answer);
      return answer;
    },
  };
}

/** Its letters, which for Greece are `EL` here, too, and the rest. */
function partsOf(vatId: string): [letters: string, number: string] {
  return [vatId.slice(0, 2), vatId.slice(2)];
}

/** Countries that do not say it send dashes. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // Not half of a character at the end.
  const text = value
    .replaceAll('\0', '')
    .trim()
    .slice(0, 500)
    .replace(/[\ud800-\udbff]$/, '');
  return /^-*$/.test(text) ? null : text;
}
