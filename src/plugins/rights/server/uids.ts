export const VERTICAL = 'api::vertical.vertical';

export const FILE = 'plugin::upload.file';
