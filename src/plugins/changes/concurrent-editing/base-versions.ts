/** An entry in one language; without one for types that have none. */
export type EntryKey = { model: string; documentId: string; locale: string | null };

const textOf = ({ model, documentId, locale }: EntryKey): string =>
  [model, documentId, locale ?? ''].join(' ');

/** Further than anybody saves the same entry from one page. */
const MOST_STEPS = 1_000;

/**
 * Which version each form that is open was made from. What one's own save made of it counts as seen; where
 * one entry is open twice, the older version counts.
 */
export const createBaseVersions = () => {
  const shown = new Map<string, Map<symbol, string>>();
  const next = new Map<string, string>();

  const latest = (key: string, version: string): string => {
    let at = version;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const later = next.get(`${key} ${at}`);
      if (later === undefined) return at;
      at = later;
    }
    return at;
  };

  const of = (entry: EntryKey): string | undefined => {
    const key = textOf(entry);
    const versions = [...(shown.get(key)?.values() ?? [])].map((version) => latest(key, version));
    return versions.toSorted()[0];
  };

  return {
    /**
     * A form shows a version.
     *
     * @returns to be called when it does not any more
     */
    show(entry: EntryKey, version: string): () => void {
      const key = textOf(entry);
      const form = Symbol(key);
      const forms = shown.get(key) ?? new Map<symbol, string>();
      shown.set(key, forms.set(form, version));
      return () => {
        forms.delete(form);
        if (forms.size === 0 && shown.get(key) === forms) shown.delete(key);
      };
    },

    /** What a save of the entry is based on; undefined where no form shows it. */
    of,

    /** A save of one's own made this version of it. */
    saved(entry: EntryKey, version: string): void {
      const base = of(entry);
      if (base !== undefined && version > base) next.set(`${textOf(entry)} ${base}`, version);
    },

    /**
     * The entry is back at a version, maybe one from before one's own saves, which count no more: the next save would be
     * based on what is there no longer, and be refused whenever it is tried.
     */
    setBack(entry: EntryKey, version: string): void {
      const base = of(entry);
      if (base === undefined || version >= base) return;
      const steps = `${textOf(entry)} `;
      for (const step of next.keys()) if (step.startsWith(steps)) next.delete(step);
    },
  };
};
