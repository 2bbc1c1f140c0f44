export type BrokenLinkPlace = {
  uid: string;
  documentId: string;
  locale: string | null;
  /** Name of the type, as an id of the panel's texts. */
  type: string;
  title: string;
  /** Path at which the form opens: `carouselMedia.0.link`. */
  at: string;
};

export type BrokenAddress = { address: string; places: readonly BrokenLinkPlace[] };

/** Result of a replacement: the number of changed entries, and the refused ones with reasons. */
export type ReplacementResult = {
  changed: number;
  refused: readonly { title: string; reason: string }[];
};
