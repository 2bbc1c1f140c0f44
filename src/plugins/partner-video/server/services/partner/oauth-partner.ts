import { z } from '@strapi/utils';
import type { AxiosResponse } from 'axios';
import type { PartnerSettings } from '#plugins/partner-video/settings';
import { createClient, type Send, getHttpStatus } from './http-client';
import { type AccessRequest, type FailedCall, type Partner, PartnerError } from './partner';
import { singleFlight } from '../../single-flight';

type Token = { value: string; lifetimeMs: number };

/** Last part of a token's lifetime in which it is no longer used; at most one minute. */
const UNUSED_SHARE = 0.1;
const LONGEST_MARGIN = 60_000;

const computeUsableTime = (lifetimeMs: number): number =>
  lifetimeMs - Math.min(lifetimeMs * UNUSED_SHARE, LONGEST_MARGIN);

/**
 * Creates a cache of one access token. It requests the next one shortly before expiry, once for all
 * waiting callers.
 */
const createTokenCache = (request: () => Promise<Token>) => {
  let held: { value: string; until: number } | undefined;

  const renew = singleFlight(async () => {
    const requestedAt = Date.now();
    const { value, lifetimeMs } = await request();
    held = { value, until: requestedAt + computeUsableTime(lifetimeMs) };
    return value;
  });

  return {
    get: (): Promise<string> | string =>
      held !== undefined && Date.now() < held.until ? held.value : renew(),

    /**
     * Drops a token that the partner rejected. The first of many rejected calls drops it; the
     * others find its successor or join the pending request.
     */
    drop(refusedToken: string): void {
      if (held?.value === refusedToken) held = undefined;
    },
  };
};

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
});

const catalogueAnswer = z.object({ channels: z.array(z.unknown()) });

const accessAnswer = z.object({
  url: z.url({ protocol: /^https?$/ }),
  expiresAt: z.iso.datetime({ offset: true }).transform((value) => new Date(value)),
});

/** @param outcome outcome to report if the response is malformed */
const read = <T>(
  name: string,
  schema: z.ZodType<T>,
  { data }: AxiosResponse<unknown>,
  outcome: FailedCall = 'failed',
): T => {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new PartnerError(`${name}: is invalid: ${problems.join('; ')}`, { outcome });
};

/**
 * Implements the partner's HTTP interface as described in docs/reference/partner-video.md. Its paths, fields
 * and authentication are known only here.
 */
export const createOAuthPartner = ({
  baseUrl,
  clientId,
  clientSecret,
  timeoutMs,
}: PartnerSettings): Partner => {
  const client = createClient({ baseUrl, timeoutMs });
  const sendToken = client.call({ name: 'token', isRepeatable: true, maxBytes: 64 * KILOBYTE });
  const sendCatalogue = client.call({
    name: 'catalogue',
    isRepeatable: true,
    maxBytes: 8 * MEGABYTE,
  });
  const sendAccess = client.call({ name: 'access', isRepeatable: false, maxBytes: 64 * KILOBYTE });

  const tokens = createTokenCache(async () => {
    const answer = await sendToken({
      method: 'POST',
      url: '/oauth/token',
      data: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const { access_token, expires_in } = read('token', tokenAnswer, answer);
    return { value: access_token, lifetimeMs: expires_in * 1000 };
  });

  /** Renews a rejected token and repeats the call once. A rejected call had no effect. */
  const withToken = async (send: Send, request: Parameters<Send>[0]): ReturnType<Send> => {
    const sendWith = (token: string) =>
      send({ ...request, headers: { Authorization: `Bearer ${token}` } });
    const token = await tokens.get();
    try {
      return await sendWith(token);
    } catch (error) {
      if (getHttpStatus(error) !== 401) throw error;
      tokens.drop(token);
      return sendWith(await tokens.get());
    }
  };

  return {
    async catalogue() {
      const answer = await withToken(sendCatalogue, { method: 'GET', url: '/catalog' });
      return read('catalogue', catalogueAnswer, answer).channels;
    },

    async grant({ userId, productId, price, videoId, user }: AccessRequest) {
      try {
        const answer = await withToken(sendAccess, {
          method: 'POST',
          url: '/access',
          data: { userId, productId, price, videoId, user },
        });
        const access = read('access', accessAnswer, answer, 'unknown');
        if (access.expiresAt.getTime() <= Date.now()) {
          throw new PartnerError('access: ends before it begins', { outcome: 'unknown' });
        }
        return access;
      } catch (error) {
        if (getHttpStatus(error) === 404) return null;
        throw error;
      }
    },

    close: () => {
      client.close();
    },
  };
};
