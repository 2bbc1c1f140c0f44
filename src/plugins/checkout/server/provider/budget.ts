import type Stripe from 'stripe';
import { ProviderTimeout } from './failures';

type Options = Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'>;

/** How many calls of full length a budget covers. */
const CALLS = 3;

/**
 * The time that one piece of work may spend on the provider, whatever number of calls and retries it
 * takes. A call that is still out when it ends is given up: the client's own timeout only notices
 * silence, so an answer that dribbles in would otherwise last for ever.
 */
export const createBudget = (timeoutMs: number) => {
  const total = CALLS * timeoutMs;
  const ends = Date.now() + total;
  const remaining = () => ends - Date.now();

  return {
    total,
    remaining,
    async call<T>(run: (options: Options) => Promise<T>): Promise<T> {
      const left = remaining();
      if (left <= 0) throw new ProviderTimeout();
      const timeout = Math.min(timeoutMs, Math.ceil(left));
      const isTight = left < 2 * timeoutMs;
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ProviderTimeout()), left);
      });
      try {
        return await Promise.race([
          run({ timeout, ...(isTight && { maxNetworkRetries: 0 }) }),
          deadline,
        ]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

export type Budget = ReturnType<typeof createBudget>;
