/** Stored price with its place. */
export type PlacedPrice = {
  entryType: string;
  entryId: string;
  entryTitle: string;
  entryLocale: string | null;
  version: 'draft' | 'published';
  field: string;
  amount: number;
};
