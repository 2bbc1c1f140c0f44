import { NEW_FORM } from '../../../../feature/unsaved-forms';
import { waitAfter } from '../deliveries';
import type { Typing } from '../typing';
import { browserStorage, type FormKey } from './browser-storage';
import { isWorthAsking, serverStorage } from './server-storage';

export const isNothing = (typing: Typing | null): boolean =>
  typing === null || Object.keys(typing.fields).length === 0;

/**
 * What was typed into the form for a new entry before its language was known: where the address names none, Strapi
 * chooses one as soon as it knows which there are, and begins another form.
 */
const typedEarly = (form: FormKey): Typing | null => {
  if (form.documentId !== NEW_FORM || form.locale === '') return null;
  const before = { ...form, locale: '' };
  const typing = browserStorage.find(before);
  if (isNothing(typing)) return null;
  browserStorage.forget(before, Date.now());
  serverStorage.forget(before);
  return typing;
};

type Search = {
  /** Whether it still matters what the server has. */
  isWanted: () => boolean;
  onFound: (typing: Typing | null) => void;
};

/**
 * Looks for what somebody has typed into a form before and not saved: the later one of what this browser and the server have.
 * Where this browser has nothing, the server is asked until it answers, so that nothing is put over what it has.
 *
 * @returns `isAlone` says that this browser has nothing
 */
export const lookForTyping = (form: FormKey, { isWanted, onFound }: Search) => {
  const local = browserStorage.find(form) ?? typedEarly(form);
  const isAlone = isNothing(local);
  let isOver = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  const found = (typing: Typing | null): void => {
    if (!isOver) onFound(typing);
  };

  const look = async (failures: number): Promise<void> => {
    try {
      const stored = await serverStorage.find(form);
      const isLater = stored !== null && stored.at > (local?.at ?? 0);
      if (stored === null) browserStorage.forgotten(form);
      // What was forgotten here, and the server has not heard of.
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
