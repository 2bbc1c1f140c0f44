export const FILE = 'plugin::upload.file';

/**
 * Returns true for types whose removal is checked: the catalogue, the pages and the e-mails. Files
 * are checked separately.
 */
export const isAskedAbout = (uid: string): boolean => uid.startsWith('api::');
