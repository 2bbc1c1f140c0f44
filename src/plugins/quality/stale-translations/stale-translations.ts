import type { TextOfVersion } from '#feature/feature';

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

/** Value as the panel shows it: numbers and dates are formatted there, entries and files by name. */
export type ShownValue = string | number | boolean | null | readonly string[];

/** Field whose value in another language differs from the saved one. */
export type DifferingField = {
  /** Attribute names, from the entry to the field: `bookDetails.ISBN`. */
  path: string;
  label: string;
  before: ShownValue;
  after: ShownValue;
};

/** Version in another language, with the body of the request that copies the saved values to it. */
export type DifferingVersion = {
  locale: string;
  /** Version of the draft (`updatedAt`). The request is refused if it has changed since. */
  version: string;
  fields: readonly DifferingField[];
  data: Readonly<Record<string, unknown>>;
};

/** Texts of the source from which an entry is translated. */
export type Source = {
  locale: string;
  texts: readonly TextOfVersion[];
};
