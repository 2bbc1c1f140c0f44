import { getFetchClient } from '@strapi/strapi/admin';
import type { UnsavedChanges } from '../unsaved-changes';
import { createListeners } from '#platform/admin/listeners';
import { createDeliveries, isUnanswered, type Outcome, waitAfter } from '../deliveries';
import { NEW_FORM } from '#feature/unsaved-forms';

const PREFIX = 'cms-typed ';
const KEEP_MS = 30 * 86_400_000;
const MOST_FORMS = 30;

/** Form of a user: an entry in one locale, or a new one. */
export type FormKey = { userId: string; model: string; documentId: string; locale: string };

const buildStorageKey = ({ userId, model, documentId, locale }: FormKey): string =>
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
const listStoredForms = (): { key: string; at: number }[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: read(key)?.at ?? 0 }))
    .toSorted((first, other) => first.at - other.at);

const forgetOld = (): void => {
  const storedForms = listStoredForms();
  for (const [index, storedForm] of storedForms.entries()) {
    const isTooMany = index < storedForms.length - MOST_FORMS;
    if (isTooMany || storedForm.at < Date.now() - KEEP_MS) localStorage.removeItem(storedForm.key);
  }
};

/** Stores unsaved typing in this browser, which works at once and offline. */
export const browserStorage = {
  find: (form: FormKey): UnsavedChanges | null => read(buildStorageKey(form)),

  /** Stores the typing of a form. If the quota is exceeded, the oldest forms are deleted. */
  keep(form: FormKey, typing: UnsavedChanges): void {
    const key = buildStorageKey(form);
    const text = JSON.stringify(typing);
    forgetOld();
    for (;;) {
      try {
        localStorage.setItem(key, text);
        return;
      } catch {
        const oldest = listStoredForms().find((storedForm) => storedForm.key !== key);
        if (oldest === undefined) return;
        localStorage.removeItem(oldest.key);
      }
    }
  },

  /**
   * Marks a form as empty until the server has confirmed the deletion. Otherwise the server's copy
   * would be offered although it is already saved.
   */
  forget(form: FormKey, deletedAt: number): void {
    this.keep(form, { fields: {}, at: deletedAt });
  },

  /** Removes the mark once the server has deleted its copy. */
  forgotten(form: FormKey): void {
    if (Object.keys(read(buildStorageKey(form))?.fields ?? {}).length === 0) {
      localStorage.removeItem(buildStorageKey(form));
    }
  },
};

/** Timeout of a request in milliseconds. A hanging request would block all later typing. */
const REQUEST_TIMEOUT_MS = 20_000;

const getStatus = (error: unknown): number | undefined => {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
};

/** Returns whether a request should be retried. */
const isWorthAsking = (error: unknown): boolean => isUnanswered(getStatus(error));

/**
 * Returns the server's address of a form. It includes the user, who may have signed out before a
 * retry.
 */
export const buildFormAddress = ({ userId, model, documentId, locale }: FormKey): string =>
  `${model}/${documentId}?locale=${encodeURIComponent(locale)}&user=${encodeURIComponent(userId)}`;

const buildPath = (address: string): string => `/concurrent-editing/typed/${address}`;

const toOutcome = (error: unknown): Outcome => {
  const status = getStatus(error);
  if (isUnanswered(status)) return 'unanswered';
  return status === 413 ? 'too-large' : 'refused';
};

/** `typing`: null deletes the stored typing. */
type Content = { form: FormKey; typing: UnsavedChanges | null };

const outcomes = createListeners<[address: string, outcome: Outcome]>();

/**
 * Sends the typing without Strapi's hook. The hook aborts requests when its component unmounts, as
 * a creation form does after saving.
 */
const send = async (address: string, { typing }: Content): Promise<Outcome> => {
  const { put, del } = getFetchClient();
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    await (typing === null
      ? del(buildPath(address), { signal })
      : put(buildPath(address), typing, { signal }));
    return 'taken';
  } catch (error) {
    return toOutcome(error);
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
    outcomes.notify(address, outcome);
  },
});

window.addEventListener('online', () => deliveries.hurry());

/** Stores unsaved typing at the server, for every browser of the user. */
export const serverStorage = {
  async find(form: FormKey): Promise<UnsavedChanges | null> {
    const { data } = await getFetchClient().get<{ data: UnsavedChanges | null }>(
      buildPath(buildFormAddress(form)),
      {
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      },
    );
    return data.data;
  },

  /** Retries until the server has stored the typing, even after the form is closed. */
  keep: (form: FormKey, typing: UnsavedChanges): void =>
    deliveries.bring(buildFormAddress(form), { form, typing }),

  forget: (form: FormKey): void => deliveries.bring(buildFormAddress(form), { form, typing: null }),

  outcomes,
};

export const hasNoChanges = (typing: UnsavedChanges | null): boolean =>
  typing === null || Object.keys(typing.fields).length === 0;

/**
 * Returns the unsaved changes of a creation form from before its locale was known. If the address
 * has no locale, Strapi loads the locales, chooses one, and starts another form.
 */
const takeChangesWithoutLocale = (form: FormKey): UnsavedChanges | null => {
  if (form.documentId !== NEW_FORM || form.locale === '') return null;
  const before = { ...form, locale: '' };
  const typing = browserStorage.find(before);
  if (hasNoChanges(typing)) return null;
  browserStorage.forget(before, Date.now());
  serverStorage.forget(before);
  return typing;
};

type Search = {
  /** Whether the server's copy is still needed. */
  isWanted: () => boolean;
  onFound: (typing: UnsavedChanges | null) => void;
};

/**
 * Looks for unsaved typing in this browser and at the server, and reports the later one. If this
 * browser has none, the server is queried until it answers, so that its copy is not overwritten.
 *
 * @returns `isAlone`: this browser has no typing
 */
export const findUnsavedChanges = (form: FormKey, { isWanted, onFound }: Search) => {
  const local = browserStorage.find(form) ?? takeChangesWithoutLocale(form);
  const isAlone = hasNoChanges(local);
  let isOver = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const notify = (typing: UnsavedChanges | null): void => {
    if (!isOver) onFound(typing);
  };

  const findStored = async (failures: number): Promise<void> => {
    try {
      const storedOnServer = await serverStorage.find(form);
      const isLater = storedOnServer !== null && storedOnServer.at > (local?.at ?? 0);
      if (storedOnServer === null) browserStorage.forgotten(form);
      // The copy was deleted here, but the server does not know yet.
      else if (!isLater && isAlone) serverStorage.forget(form);
      notify(isLater ? storedOnServer : local);
    } catch (error) {
      if (!isAlone || !isWorthAsking(error)) {
        notify(local);
      } else if (!isOver && isWanted()) {
        retryTimer = setTimeout(
          () => {
            if (isWanted()) void findStored(failures + 1);
          },
          waitAfter(failures + 1),
        );
      }
    }
  };
  void findStored(0);

  return {
    isAlone,
    stop(): void {
      isOver = true;
      clearTimeout(retryTimer);
    },
  };
};
