export const FILE = 'plugin::upload.file';
