/** Typed and never saved, a draft that was never published, one that was saved after it was, or what visitors see. */
export type WorkState = 'typed' | 'draft' | 'modified' | 'published';

/** One language of an entry that somebody works on. */
export type Work = {
  uid: string;
  /** What its type is called, as an id of the panel's texts. */
  type: string;
  /** `create` for an entry that was never saved, `clone-…` for such a copy of the entry with that id. */
  documentId: string;
  locale: string | null;
  /** Its name, or that of its business line where its type has none. */
  title: string | null;
  state: WorkState;
  /** When it was saved, typed or published, ISO 8601. */
  at: string;
  /** The name of whoever saved it last; null: it is the person who asks, nobody of the panel, or somebody who is gone. */
  by: string | null;
};

export type Works = {
  /** What the person who asks has typed or saved last, and not published. */
  mine: readonly Work[];
  /** What others have saved, and the person who asks may publish. */
  waiting: readonly Work[];
  /** What was published last, by whomever. */
  published: readonly Work[];
};
