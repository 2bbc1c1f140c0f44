/** Field of the source that has changed since the translation. */
export type ChangedField = { field: string; before: unknown; now: unknown };

/** Age of a stale translation; the content manager's form shows it. */
export type Age = {
  /** Source language. */
  source: string;
  /** First change of the source after the translation, in ISO 8601. */
  since: string;
  fields: readonly ChangedField[];
};
