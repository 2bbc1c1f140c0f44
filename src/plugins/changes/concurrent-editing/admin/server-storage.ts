import { getFetchClient } from '@strapi/strapi/admin';
import { createDeliveries, isUnanswered, type Outcome } from '../deliveries';
import type { Typing } from '../typing';
import { browserStorage, type FormKey } from './browser-storage';

/** A request that hangs would hold up all that is typed after it. */
const PATIENCE_MS = 20_000;

const statusOf = (error: unknown): number | undefined => {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
};

/** Whether it makes sense to ask once more. */
export const isWorthAsking = (error: unknown): boolean => isUnanswered(statusOf(error));

/** The address by which the server knows a form of somebody, who may not be signed in any more when it is asked for. */
export const addressOf = ({ userId, model, documentId, locale }: FormKey): string =>
  `${model}/${documentId}?locale=${encodeURIComponent(locale)}&user=${encodeURIComponent(userId)}`;

const pathOf = (address: string): string => `/concurrent-editing/typed/${address}`;

const outcomeOf = (error: unknown): Outcome => {
  const status = statusOf(error);
  if (isUnanswered(status)) return 'unanswered';
  return status === 413 ? 'too-large' : 'refused';
};

/** `typing`: null where there is to be nothing. */
type Content = { form: FormKey; typing: Typing | null };

type Listener = (address: string, outcome: Outcome) => void;

const listeners = new Set<Listener>();

/**
 * Not by Strapi's hook: that takes back what a part of the panel has asked for when the part goes, as the form for new
 * entries does as soon as one is saved.
 */
const send = async (address: string, { typing }: Content): Promise<Outcome> => {
  const { put, del } = getFetchClient();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    await (typing === null
      ? del(pathOf(address), { signal })
      : put(pathOf(address), typing, { signal }));
    return 'taken';
  } catch (error) {
    return outcomeOf(error);
  }
};

const deliveries = createDeliveries<Content>({
  send,
  later(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  settled(address, { form, typing }, outcome) {
    if (typing === null) browserStorage.forgotten(form);
    for (const listener of listeners) listener(address, outcome);
  },
});

window.addEventListener('online', () => deliveries.hurry());

/** What somebody has typed and not saved, at the server: there in every browser. */
export const serverStorage = {
  async find(form: FormKey): Promise<Typing | null> {
    const { data } = await getFetchClient().get<{ data: Typing | null }>(pathOf(addressOf(form)), {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return data.data;
  },

  /** Until it is there, also when the form is not open any more. */
  keep: (form: FormKey, typing: Typing): void =>
    deliveries.bring(addressOf(form), { form, typing }),

  forget: (form: FormKey): void => deliveries.bring(addressOf(form), { form, typing: null }),

  /** @returns to be called when it is no longer wanted */
  onSettled(listener: Listener): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
