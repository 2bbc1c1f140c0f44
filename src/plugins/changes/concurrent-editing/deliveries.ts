/** Result of an attempt; `unanswered` must be retried, because the result is unknown. */
export type Outcome = 'taken' | 'refused' | 'too-large' | 'unanswered';

type Ports<Content> = {
  send: (address: string, content: Content) => Promise<Outcome>;
  /** @returns a function that cancels the call */
  later: (milliseconds: number, act: () => void) => () => void;
  /** Called when the last content has been delivered or refused and nothing newer waits. */
  settled?: (address: string, content: Content, outcome: Outcome) => void;
  random?: () => number;
};

type Delivery<Content> = {
  content: Content;
  isUnderway: boolean;
  failures: number;
  /** Set while a retry is scheduled. */
  stopWaiting?: () => void;
};

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Returns the delay before a retry. It doubles with each failure in a row and has random jitter.
 */
export const waitAfter = (failures: number, random: () => number = Math.random): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random() / 2);

/** Status codes that do not answer the request: a gateway's, or those of an overloaded service. */
const unsettled: ReadonlySet<number> = new Set([408, 425, 429]);

/** @param status status of the response; undefined if there was none */
export const isUnanswered = (status: number | undefined): boolean =>
  status === undefined || status >= 500 || unsettled.has(status);

/**
 * Creates a queue that delivers the latest content to each address. Attempts run one at a time, so
 * that none overtakes another, and are retried until the content is accepted or refused.
 */
export const createDeliveries = <Content>({
  send,
  later,
  settled,
  random = Math.random,
}: Ports<Content>) => {
  const attempts = new Map<string, Delivery<Content>>();

  const attempt = async (address: string, delivery: Delivery<Content>): Promise<void> => {
    delivery.stopWaiting?.();
    delivery.stopWaiting = undefined;
    delivery.isUnderway = true;
    const { content } = delivery;
    const outcome = await send(address, content);
    delivery.isUnderway = false;
    if (outcome === 'unanswered') {
      delivery.failures += 1;
      delivery.stopWaiting = later(
        waitAfter(delivery.failures, random),
        () => void attempt(address, delivery),
      );
      return;
    }
    delivery.failures = 0;
    if (delivery.content !== content) return attempt(address, delivery);
    attempts.delete(address);
    settled?.(address, content, outcome);
  };

  return {
    bring: (address: string, content: Content): void => {
      const delivery = attempts.get(address) ?? { content, isUnderway: false, failures: 0 };
      delivery.content = content;
      attempts.set(address, delivery);
      if (delivery.isUnderway || delivery.stopWaiting !== undefined) return;
      void attempt(address, delivery);
    },

    /** Retries all waiting deliveries at once. */
    hurry: (): void => {
      for (const [address, delivery] of attempts) {
        if (delivery.stopWaiting !== undefined) void attempt(address, delivery);
      }
    },
  };
};
