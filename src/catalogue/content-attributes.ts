/** Attributes that identify a row, record its authors and times, or are derived by the database. */
const ofTheRow: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'createdBy',
  'updatedBy',
  'localizations',
  'slots',
  'label',
]);

/** Returns true if an attribute holds content that people entered, so that a copy includes it. */
export const isContent = (name: string): boolean => !ofTheRow.has(name);
