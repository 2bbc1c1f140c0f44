import type Stripe from 'stripe';
import { ProviderTimeout } from './errors';

type CallOptions = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>;

/** How many calls of full length fit in. */
const CALLS = 3;

/**
 * The moment until which one piece of work may call the provider, whatever number of calls and retries it
 * takes. A call that is still out then is given up: the client's own timeout only notices silence, so an
 * answer that dribbles in would otherwise last for ever.
 */
export const createDeadline = (timeoutMs: number) => {
  const total = CALLS * timeoutMs;
  const ends = Date.now() + total;
  const remaining = () => ends - Date.now();

  return {
    /** Milliseconds from beginning to end. */
    total,
    remaining,
    async call<T>(run: (options: CallOptions) => Promise<T>): Promise<T> {
      const left = remaining();
      if (left <= 0) throw new ProviderTimeout();
      const timeout = Math.min(timeoutMs, Math.ceil(left));
      const isTight = left < 2 * timeoutMs;
      let timer: NodeJS.Timeout | undefined;
      const expiry = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ProviderTimeout()), left);
      });
      try {
        return await Promise.race([
          run({ timeout, ...(isTight && { maxNetworkRetries: 0 }) }),
          expiry,
        ]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

export type Deadline = ReturnType<typeof createDeadline>;
