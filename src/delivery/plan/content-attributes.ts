/** What identifies a row and tells who wrote it when, and what the database makes of the rest. */
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

/** Whether an attribute is something that people have put into an entry, so that a copy takes it along. */
export const isContent = (name: string): boolean => !ofTheRow.has(name);
