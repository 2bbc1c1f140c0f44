export const FILE = 'plugin::upload.file';

export const VERTICAL = 'api::vertical.vertical';

/** Of a removal of these is asked at all: the catalogue's, the pages and the e-mails; files by themselves. */
export const isAskedAbout = (uid: string): boolean => uid.startsWith('api::');
