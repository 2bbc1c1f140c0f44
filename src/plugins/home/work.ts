/** Typed and never saved, a draft that was never published, or one that was saved after it was. */
export type WorkState = 'typed' | 'draft' | 'modified';

/** One language of an entry that somebody has to go on with. */
export type Work = {
  uid: string;
  /** What its type is called, as an id of the panel's texts. */
  type: string;
  /** `create` for an entry that was never saved. */
  documentId: string;
  locale: string | null;
  /** Its name, or that of its business line where its type has none. */
  title: string | null;
  state: WorkState;
  /** When it was saved or typed, ISO 8601. */
  at: string;
};

export type Works = {
  /** What the person who asks has typed or saved last, and not published. */
  mine: readonly Work[];
  /** What others have saved, and the person who asks may publish. */
  waiting: readonly Work[];
};
