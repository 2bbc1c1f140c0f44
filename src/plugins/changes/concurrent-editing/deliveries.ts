/** What became of an attempt; `unanswered`: nobody can say, it has to be tried again. */
export type Outcome = 'taken' | 'refused' | 'too-large' | 'unanswered';

type Ports<Content> = {
  send: (address: string, content: Content) => Promise<Outcome>;
  /** @returns to be called when it is no longer wanted */
  later: (milliseconds: number, act: () => void) => () => void;
  /** What was sent last has come to an end, and nothing newer waits. */
  settled?: (address: string, content: Content, outcome: Outcome) => void;
  random?: () => number;
};

type Delivery<Content> = {
  content: Content;
  isUnderway: boolean;
  failures: number;
  /** Set while it waits for another attempt. */
  stopWaiting?: () => void;
};

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How long to wait after so many failures in a row: twice as long each time, and never in step with others. */
export const waitAfter = (failures: number, random: () => number = Math.random): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random() / 2);

/** An answer that says nothing of what was asked: a gateway’s, or one of a service that has too much to do. */
const unsettled: ReadonlySet<number> = new Set([408, 425, 429]);

/** @param status of the answer; missing where there was none */
export const isUnanswered = (status: number | undefined): boolean =>
  status === undefined || status >= 500 || unsettled.has(status);

/**
 * Brings to each address what it is to hold in the end: one attempt at a time, so that none overtakes another, again and
 * again until it is taken or refused, and only the newest.
 */
export const createDeliveries = <Content>({
  send,
  later,
  settled,
  random = Math.random,
}: Ports<Content>) => {
  const known = new Map<string, Delivery<Content>>();

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
    known.delete(address);
    settled?.(address, content, outcome);
  };

  return {
    /** From now on it is this that the address is to hold. */
    bring: (address: string, content: Content): void => {
      const delivery = known.get(address) ?? { content, isUnderway: false, failures: 0 };
      delivery.content = content;
      known.set(address, delivery);
      if (delivery.isUnderway || delivery.stopWaiting !== undefined) return;
      void attempt(address, delivery);
    },

    /** What waits need not wait any longer. */
    hurry: (): void => {
      for (const [address, delivery] of known) {
        if (delivery.stopWaiting !== undefined) void attempt(address, delivery);
      }
    },
  };
};
