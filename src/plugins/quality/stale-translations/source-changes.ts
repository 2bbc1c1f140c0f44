/** Field of the source that has changed since the translation. */
export type ChangedField = { field: string; before: unknown; now: unknown };

/** Changes of the source since a translation; the content manager's form shows them. */
export type SourceChanges = {
  /** Source language. */
  source: string;
  /** First change of the source after the translation, in ISO 8601. */
  since: string;
  fields: readonly ChangedField[];
};
