/** Where entries are imported and exported, and where one sees what becomes of it. */
export const IMPORT_EXPORT = '/plugins/import-export';

export const runAddress = (id: string): string => `${IMPORT_EXPORT}/runs/${id}`;
