import type { FieldChange } from './changes';

/** Change of an entry's content by one write. */
export type ContentChange = {
  /** Id of the event. */
  id: string;
  uid: string;
  /** Display name of the type. */
  type: string;
  documentId: string;
  /** Empty for types without locales. */
  locale: string;
  /** Null: the role may read none of the fields that name the entry. */
  title: string | null;
  at: string;
  actor: { kind: string; name: string | null };
  changes: readonly FieldChange[];
};

/** Values that the list of changes can be filtered by. */
export type ChangeFilterOptions = {
  types: readonly {
    uid: string;
    type: string;
    fields: readonly { name: string; customField: string | null }[];
  }[];
  lines: readonly { documentId: string; name: string }[];
  people: readonly { id: number; name: string }[];
};
