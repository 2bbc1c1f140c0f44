/** A field of the source that has changed since it was translated. */
export type ChangedField = { field: string; before: unknown; now: unknown };

/** How a translation is older than its source; the content manager's form shows it. */
export type Age = {
  /** The language that it is translated from. */
  source: string;
  /** When the source was first changed after it was translated, in ISO 8601. */
  since: string;
  fields: readonly ChangedField[];
};
