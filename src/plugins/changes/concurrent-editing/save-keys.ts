/** Form of an entry, or of a new one, in a locale. */
export type SavedForm = { model: string; form: string; locale: string | null };

/**
 * Creates the idempotency keys of forms. A form keeps its key until one of its saves receives an
 * answer, so that the server recognises a repetition.
 *
 * @param make returns a new key
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
