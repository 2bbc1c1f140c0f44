import type { Typing } from '../typing';

const PREFIX = 'cms-typed ';
const KEEP_MS = 30 * 86_400_000;
const MOST_FORMS = 30;

/** A form of somebody: an entry in one language, or one that is being created. */
export type FormKey = { userId: string; model: string; documentId: string; locale: string };

const keyOf = ({ userId, model, documentId, locale }: FormKey): string =>
  PREFIX + [userId, model, documentId, locale].join(' ');

const read = (key: string): Typing | null => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Typing);
  } catch {
    return null;
  }
};

/** All that is kept in this browser, the oldest first. */
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

/** What somebody has typed and not saved, in this browser: there at once, and without a connection. */
export const browserStorage = {
  find: (form: FormKey): Typing | null => read(keyOf(form)),

  /** Where the browser takes no more, older forms make room. */
  keep(form: FormKey, typing: Typing): void {
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
   * Nothing, from now on. That is remembered until the server has heard it too: otherwise what it still has would be
   * offered, although it is saved.
   */
  forget(form: FormKey, at: number): void {
    this.keep(form, { fields: {}, at });
  },

  /** The server has nothing any more, either. */
  forgotten(form: FormKey): void {
    if (Object.keys(read(keyOf(form))?.fields ?? {}).length === 0) {
      localStorage.removeItem(keyOf(form));
    }
  },
};
