/** Content type of accesses to partner videos. */
export const GRANT = 'plugin::partner-video.grant';
