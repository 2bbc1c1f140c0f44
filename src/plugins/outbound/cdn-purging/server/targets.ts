import type { Limit } from '#platform/throttle';
import { runWithSignals } from '#platform/abort-signals';
import { buildRequestIdHeader } from '#platform/request-id';
import type { CdnPurgingSettings, CloudflareSettings, FastlySettings } from '../settings';

/** Cache in front of the service that can purge responses. */
export type Target = {
  /**
   * Name that is stored with waiting purges and is part of the queue's name: letters, digits, dots,
   * - and _.
   */
  name: string;
  /** Maximum number of tags in a request. */
  tagsPerRequest: number;
  /** Number of waiting tags above which everything is purged instead. */
  mostTags: number;
  /** Rate limit of requests, counted over all nodes. */
  limit?: Limit;
  /**
   * Purges the responses with any of the tags.
   *
   * @throws NotPurged if it is not certain that they are purged
   * @throws the signal's reason if it aborts
   */
  purge: (tags: readonly string[], signal: AbortSignal) => Promise<void>;
};

/** Error of a purge that must be retried. */
export class NotPurged extends Error {
  override name = 'NotPurged';

  constructor(
    message: string,
    /** Seconds to wait that the target has requested; null if it has not. */
    readonly retrySeconds: number | null = null,
  ) {
    super(message);
  }
}

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
  signal: AbortSignal;
};

/** Describes an error of a request without any of its content. */
const describe = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return name === 'TimeoutError' ? 'took too long' : (cause?.code ?? 'could not be reached');
};

const send = (
  { url, method, headers, body }: PurgeRequest,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      ...headers,
      ...buildRequestIdHeader(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    // A redirect would pass the token to another server.
    redirect: 'manual',
    signal,
  });

/**
 * Requests a purge. Unsuccessful and missing responses count as not purged.
 *
 * @throws NotPurged
 * @throws the signal's reason if it aborts
 */
const sendPurge = async (request: PurgeRequest): Promise<void> => {
  const answer = await runWithSignals([request.signal, AbortSignal.timeout(TIMEOUT_MS)], (signal) =>
    send(request, signal),
  ).catch((error: unknown) => {
    request.signal.throwIfAborted();
    throw new NotPurged(describe(error));
  });
  // The rest of the response is not needed.
  await answer.body?.cancel().catch(() => undefined);
  if (answer.ok) return;
  throw new NotPurged(`answered ${answer.status}`, retryAfterOf(answer.headers.get('Retry-After')));
};

/**
 * Returns the target of a Varnish server with vmod_xkey. Its VCL purges the keys in the header
 * `xkey` of a `PURGE` request. Varnish accepts headers of at most 8,192 bytes by default.
 */
export const createVarnishTarget = (origin: string): Target => ({
  name: `varnish.${new URL(origin).host.replace(/[^\w.-]/g, '-')}`,
  tagsPerRequest: 400,
  mostTags: 4_000,
  purge: (tags, signal) =>
    sendPurge({ url: `${origin}/`, method: 'PURGE', headers: { xkey: tags.join(' ') }, signal }),
});

/**
 * Returns the target of a Fastly service:
 * https://www.fastly.com/documentation/reference/api/purging/
 */
const createFastlyTarget = ({ service, token, api, isSoft }: FastlySettings): Target => ({
  name: `fastly.${service}`,
  tagsPerRequest: 256,
  mostTags: 4_000,
  purge: (tags, signal) =>
    sendPurge({
      url: `${api}/service/${service}/purge`,
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Fastly-Key': token,
        ...(isSoft && { 'Fastly-Soft-Purge': '1' }),
      },
      body: { surrogate_keys: tags },
      signal,
    }),
});

const TAGS_PER_REQUEST = 100;

/**
 * Returns the target of a Cloudflare zone:
 * https://developers.cloudflare.com/cache/how-to/purge-cache/
 */
const createCloudflareTarget = ({ zone, token, api, perMinute }: CloudflareSettings): Target => ({
  name: `cloudflare.${zone}`,
  tagsPerRequest: TAGS_PER_REQUEST,
  // More tags would wait longer than a minute.
  mostTags: TAGS_PER_REQUEST * perMinute,
  limit: { name: 'edge-cloudflare', points: perMinute, seconds: 60 },
  purge: (tags, signal) =>
    sendPurge({
      url: `${api}/zones/${zone}/purge_cache`,
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: { tags },
      signal,
    }),
});

export const createTargets = ({
  varnish,
  fastly,
  cloudflare,
}: CdnPurgingSettings): readonly Target[] => [
  ...varnish.map(createVarnishTarget),
  ...(fastly === null ? [] : [createFastlyTarget(fastly)]),
  ...(cloudflare === null ? [] : [createCloudflareTarget(cloudflare)]),
];
