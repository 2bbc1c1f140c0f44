import { outgoingRequestId } from '../../../../../platform/request-id';
import { NotPurged } from './target';

/** Maximum seconds that a response can postpone a purge. */
const LONGEST = 3600;

const DIGITS = /^\d+$/;

/**
 * Returns the seconds of a `Retry-After` header, given as a number or a date; null if it has none.
 */
export const retryAfterOf = (value: string | null, now = Date.now()): number | null => {
  const text = value?.trim() ?? '';
  const seconds = DIGITS.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(LONGEST, Math.max(1, seconds));
};

const TIMEOUT_MS = 5_000;

type PurgeRequest = {
  url: string;
  method: 'PURGE' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: object;
};

/** Describes an error of a request without any of its content. */
const describe = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return name === 'TimeoutError' ? 'took too long' : (cause?.code ?? 'could not be reached');
};

const send = ({ url, method, headers, body }: PurgeRequest): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      ...headers,
      ...outgoingRequestId(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    // A redirect would pass the token to another server.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

/**
 * Requests a purge. Unsuccessful and missing responses count as not purged.
 *
 * @throws NotPurged
 */
export const sendPurge = async (asked: PurgeRequest): Promise<void> => {
  const answer = await send(asked).catch((error: unknown) => {
    throw new NotPurged(describe(error));
  });
  // The rest of the response is not needed.
  await answer.body?.cancel().catch(() => undefined);
  if (answer.ok) return;
  throw new NotPurged(`answered ${answer.status}`, retryAfterOf(answer.headers.get('Retry-After')));
};
