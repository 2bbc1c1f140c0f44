/**
 * State of work: unsaved typing, an unpublished draft, a draft modified after publication, or a
 * published entry.
 */
export type WorkState = 'typed' | 'draft' | 'modified' | 'published';

/** Entry in a locale that is being edited. */
export type Work = {
  uid: string;
  /** Name of its type, as an id of the panel's texts. */
  type: string;
  /**
   * DocumentId; `create` for an unsaved entry, `clone-…` for an unsaved copy of the entry with that
   * id.
   */
  documentId: string;
  locale: string | null;
  /** Title of the entry, or the name of its business line if its type has none. */
  title: string | null;
  state: WorkState;
  /** Time of the save, typing or publication, in ISO 8601. */
  at: string;
  /**
   * Name of the last author; null for the user themselves, deleted users and writes outside the
   * panel.
   */
  by: string | null;
};

export type Works = {
  /** Unpublished work that the user has typed or saved last. */
  mine: readonly Work[];
  /** Drafts that others have saved and the user may publish. */
  waiting: readonly Work[];
  /** Latest publications by anyone. */
  published: readonly Work[];
};
