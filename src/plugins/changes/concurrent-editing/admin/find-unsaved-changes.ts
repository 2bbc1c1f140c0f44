import { NEW_FORM } from '../../../../feature/unsaved-forms';
import { waitAfter } from '../deliveries';
import type { UnsavedChanges } from '../unsaved-changes';
import { browserStorage, type FormKey, isWorthAsking, serverStorage } from './storage';

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
  let again: ReturnType<typeof setTimeout> | undefined;

  const found = (typing: UnsavedChanges | null): void => {
    if (!isOver) onFound(typing);
  };

  const look = async (failures: number): Promise<void> => {
    try {
      const stored = await serverStorage.find(form);
      const isLater = stored !== null && stored.at > (local?.at ?? 0);
      if (stored === null) browserStorage.forgotten(form);
      // The copy was deleted here, but the server does not know yet.
      else if (!isLater && isAlone) serverStorage.forget(form);
      found(isLater ? stored : local);
    } catch (error) {
      if (!isAlone || !isWorthAsking(error)) {
        found(local);
      } else if (!isOver && isWanted()) {
        again = setTimeout(
          () => {
            if (isWanted()) void look(failures + 1);
          },
          waitAfter(failures + 1),
        );
      }
    }
  };
  void look(0);

  return {
    isAlone,
    stop(): void {
      isOver = true;
      clearTimeout(again);
    },
  };
};
