export const GRANT_UID = 'plugin::partner-video.grant';

export const EXPORT_ACTION = 'plugin::partner-video.grants.export';

/** Settles an access whose outcome nobody wrote down. */
export const SETTLE_JOB = 'partner-video.settle';
