/** Where a link that leads nowhere stands. */
export type DeadPlace = {
  uid: string;
  documentId: string;
  locale: string | null;
  /** What the type is called, as an id of the panel's texts. */
  type: string;
  title: string;
  /** As forms are opened at it: `carouselMedia.0.link`. */
  at: string;
};

/** An address that leads nowhere, and every place at which it stands. */
export type DeadAddress = { address: string; places: readonly DeadPlace[] };

/** What came of putting another address in its place: entries that were changed, and why others were not. */
export type Replaced = {
  changed: number;
  refused: readonly { title: string; reason: string }[];
};
