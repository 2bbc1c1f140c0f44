/** A stored price, with what tells people where it is. */
export type PlacedPrice = {
  entryType: string;
  entryId: string;
  entryTitle: string;
  entryLocale: string | null;
  version: 'draft' | 'published';
  field: string;
  amount: number;
};
