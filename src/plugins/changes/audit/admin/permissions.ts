/** Permission to read and export the audit log. */
export const READ = [{ action: 'plugin::audit.entries.read', subject: null }];
