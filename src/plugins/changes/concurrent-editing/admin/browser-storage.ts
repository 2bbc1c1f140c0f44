import type { UnsavedChanges } from '../unsaved-changes';

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
