import { singleFlight } from '../../single-flight';

export type Token = { value: string; lifetimeMs: number };

/** The part of a token's life, at its end, in which it is no longer used; at most a minute. */
const MARGIN = 0.1;
const LONGEST_MARGIN = 60_000;

const usableFor = (lifetimeMs: number): number =>
  lifetimeMs - Math.min(lifetimeMs * MARGIN, LONGEST_MARGIN);

/** Keeps one access token and gets another shortly before it ends, once for all who wait. */
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
     * Drops a token that the partner refused. Of many refused calls the first drops it; the others find
     * that its successor is already there or under way.
     */
    drop(refused: string): void {
      if (held?.value === refused) held = undefined;
    },
  };
};
