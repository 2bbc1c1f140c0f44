export const GRANT_UID = 'plugin::partner-video.grant';

export const EXPORT_ACTION = 'plugin::partner-video.grants.export';
