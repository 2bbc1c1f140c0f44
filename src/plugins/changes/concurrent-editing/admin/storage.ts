import { getFetchClient } from '@strapi/strapi/admin';
import type { UnsavedChanges } from '../unsaved-changes';
import { createDeliveries, isUnanswered, type Outcome } from '../deliveries';

const PREFIX = 'cms-typed ';
const KEEP_MS = 30 * 86_400_000;
const MOST_FORMS = 30;

/** Form of a user: an entry in one locale, or a new one. */
export type FormKey = { userId: string; model: string; documentId: string; locale: string };

const keyOf = ({ userId, model, documentId, locale }: FormKey): string =>
  PREFIX + [userId, model, documentId, locale].join(' ');

const read = (key: string): UnsavedChanges | null => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as UnsavedChanges);
  } catch {
    return null;
  }
};

/** Returns all stored forms of this browser, the oldest first. */
const all = (): { key: string; at: number }[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: read(key)?.at ?? 0 }))
    .toSorted((one, other) => one.at - other.at);

const forgetOld = (): void => {
  const kept = all();
  for (const [at, one] of kept.entries()) {
    const isTooMany = at < kept.length - MOST_FORMS;
    if (isTooMany || one.at < Date.now() - KEEP_MS) localStorage.removeItem(one.key);
  }
};

/** Stores unsaved typing in this browser, which works at once and offline. */
export const browserStorage = {
  find: (form: FormKey): UnsavedChanges | null => read(keyOf(form)),

  /** Stores the typing of a form. If the quota is exceeded, the oldest forms are deleted. */
  keep(form: FormKey, typing: UnsavedChanges): void {
    const key = keyOf(form);
    const text = JSON.stringify(typing);
    forgetOld();
    for (;;) {
      try {
        localStorage.setItem(key, text);
        return;
      } catch {
        const oldest = all().find((one) => one.key !== key);
        if (oldest === undefined) return;
        localStorage.removeItem(oldest.key);
      }
    }
  },

  /**
   * Marks a form as empty until the server has confirmed the deletion. Otherwise the server's copy
   * would be offered although it is already saved.
   */
  forget(form: FormKey, at: number): void {
    this.keep(form, { fields: {}, at });
  },

  /** Removes the mark once the server has deleted its copy. */
  forgotten(form: FormKey): void {
    if (Object.keys(read(keyOf(form))?.fields ?? {}).length === 0) {
      localStorage.removeItem(keyOf(form));
    }
  },
};

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
