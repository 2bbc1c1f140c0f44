export const GRANT_UID = 'plugin::partner-video.grant';

export const EXPORT_ACTION = 'plugin::partner-video.grants.export';

/** Job that closes an access whose outcome was never recorded. */
export const SETTLE_JOB = 'partner-video.settle';
