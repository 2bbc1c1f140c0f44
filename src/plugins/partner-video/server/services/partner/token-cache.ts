import { singleFlight } from '../../single-flight';

export type Token = { value: string; lifetimeMs: number };

/** Last part of a token's lifetime in which it is no longer used; at most one minute. */
const MARGIN = 0.1;
const LONGEST_MARGIN = 60_000;

const usableFor = (lifetimeMs: number): number =>
  lifetimeMs - Math.min(lifetimeMs * MARGIN, LONGEST_MARGIN);

/**
 * Creates a cache of one access token. It requests the next one shortly before expiry, once for all
 * waiting callers.
 */
export const createTokenCache = (request: () => Promise<Token>) => {
  let held: { value: string; until: number } | undefined;

  const renew = singleFlight(async () => {
    const asked = Date.now();
    const { value, lifetimeMs } = await request();
    held = { value, until: asked + usableFor(lifetimeMs) };
    return value;
  });

  return {
    get: (): Promise<string> | string =>
      held !== undefined && Date.now() < held.until ? held.value : renew(),

    /**
     * Drops a token that the partner rejected. The first of many rejected calls drops it; the
     * others find its successor or join the pending request.
     */
    drop(refused: string): void {
      if (held?.value === refused) held = undefined;
    },
  };
};
