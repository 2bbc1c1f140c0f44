/** A form: of an entry, or of one that is being made, in one language. */
export type SavedForm = { model: string; form: string; locale: string | null };

/**
 * Under which key each form saves: the same until one of its saves was answered, so that the server recognises one whose
 * answer was lost when it comes again.
 *
 * @param make a new key
 */
export const createSaveKeys = (make: () => string) => {
  const unanswered = new Map<string, string>();
  const textOf = ({ model, form, locale }: SavedForm): string =>
    [model, form, locale ?? ''].join(' ');

  return {
    of: (form: SavedForm): string => {
      const key = unanswered.get(textOf(form)) ?? make();
      unanswered.set(textOf(form), key);
      return key;
    },

    answered: (form: SavedForm): void => {
      unanswered.delete(textOf(form));
    },
  };
};
