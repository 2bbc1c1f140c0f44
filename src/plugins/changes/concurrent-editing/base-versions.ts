/** Entry in a locale; null for types without locales. */
export type EntryKey = { model: string; documentId: string; locale: string | null };

const buildEntryKey = ({ model, documentId, locale }: EntryKey): string =>
  [model, documentId, locale ?? ''].join(' ');

/** Maximum number of own saves of an entry from one page. */
const MOST_STEPS = 1_000;

/**
 * Tracks the base version of each open form. The user's own saves count as seen. If an entry is
 * open twice, the older version counts.
 */
export const createBaseVersions = () => {
  const versionsByForm = new Map<string, Map<symbol, string>>();
  const next = new Map<string, string>();

  const findLatest = (key: string, version: string): string => {
    let newest = version;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const later = next.get(`${key} ${newest}`);
      if (later === undefined) return newest;
      newest = later;
    }
    return newest;
  };

  const findBaseVersion = (entry: EntryKey): string | undefined => {
    const key = buildEntryKey(entry);
    const versions = [...(versionsByForm.get(key)?.values() ?? [])].map((version) =>
      findLatest(key, version),
    );
    return versions.toSorted()[0];
  };

  return {
    /**
     * Registers a form that shows a version.
     *
     * @returns a function that ends the registration
     */
    show(entry: EntryKey, version: string): () => void {
      const key = buildEntryKey(entry);
      const form = Symbol(key);
      const forms = versionsByForm.get(key) ?? new Map<symbol, string>();
      versionsByForm.set(key, forms.set(form, version));
      return () => {
        forms.delete(form);
        if (forms.size === 0 && versionsByForm.get(key) === forms) versionsByForm.delete(key);
      };
    },

    /** Returns the base version of an entry's save; undefined if no form shows it. */
    of: findBaseVersion,

    /** Records a version that the user's own save created. */
    saved(entry: EntryKey, version: string): void {
      const base = findBaseVersion(entry);
      if (base !== undefined && version > base)
        next.set(`${buildEntryKey(entry)} ${base}`, version);
    },

    /**
     * Records that the entry was reset to a version, perhaps one before the user's own saves. Those
     * saves are discarded: the next save would otherwise be based on a missing version and always
     * be refused.
     */
    setBack(entry: EntryKey, version: string): void {
      const base = findBaseVersion(entry);
      if (base === undefined || version >= base) return;
      const steps = `${buildEntryKey(entry)} `;
      for (const step of next.keys()) if (step.startsWith(steps)) next.delete(step);
    },
  };
};

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
  const buildFormKey = ({ model, form, locale }: SavedForm): string =>
    [model, form, locale ?? ''].join(' ');

  return {
    of: (form: SavedForm): string => {
      const key = unanswered.get(buildFormKey(form)) ?? make();
      unanswered.set(buildFormKey(form), key);
      return key;
    },

    answered: (form: SavedForm): void => {
      unanswered.delete(buildFormKey(form));
    },
  };
};
