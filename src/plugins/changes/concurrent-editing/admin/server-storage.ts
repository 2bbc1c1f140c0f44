import { getFetchClient } from '@strapi/strapi/admin';
import { createDeliveries, isUnanswered, type Outcome } from '../deliveries';
import type { UnsavedChanges } from '../unsaved-changes';
import { browserStorage, type FormKey } from './browser-storage';

/** Timeout of a request in milliseconds. A hanging request would block all later typing. */
const PATIENCE_MS = 20_000;

const statusOf = (error: unknown): number | undefined => {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
};

/** Returns whether a request should be retried. */
export const isWorthAsking = (error: unknown): boolean => isUnanswered(statusOf(error));

/**
 * Returns the server's address of a form. It includes the user, who may have signed out before a
 * retry.
 */
export const addressOf = ({ userId, model, documentId, locale }: FormKey): string =>
  `${model}/${documentId}?locale=${encodeURIComponent(locale)}&user=${encodeURIComponent(userId)}`;

const pathOf = (address: string): string => `/concurrent-editing/typed/${address}`;

const outcomeOf = (error: unknown): Outcome => {
  const status = statusOf(error);
  if (isUnanswered(status)) return 'unanswered';
  return status === 413 ? 'too-large' : 'refused';
};

/** `typing`: null deletes the stored typing. */
type Content = { form: FormKey; typing: UnsavedChanges | null };

type Listener = (address: string, outcome: Outcome) => void;

const listeners = new Set<Listener>();

/**
 * Sends the typing without Strapi's hook. The hook aborts requests when its component unmounts, as
 * a creation form does after saving.
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
    // After a refusal, for example of an ended session, the server still has its copy.
    if (typing === null && outcome === 'taken') browserStorage.forgotten(form);
    for (const listener of listeners) listener(address, outcome);
  },
});

window.addEventListener('online', () => deliveries.hurry());

/** Stores unsaved typing at the server, for every browser of the user. */
export const serverStorage = {
  async find(form: FormKey): Promise<UnsavedChanges | null> {
    const { data } = await getFetchClient().get<{ data: UnsavedChanges | null }>(
      pathOf(addressOf(form)),
      {
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
    );
    return data.data;
  },

  /** Retries until the server has stored the typing, even after the form is closed. */
  keep: (form: FormKey, typing: UnsavedChanges): void =>
    deliveries.bring(addressOf(form), { form, typing }),

  forget: (form: FormKey): void => deliveries.bring(addressOf(form), { form, typing: null }),

  /**
   * Subscribes to results.
   *
   * @returns a function that ends the subscription
   */
  onSettled(listener: Listener): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
