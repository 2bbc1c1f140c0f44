/** Who sees what was done, and exports it. */
export const READ = [{ action: 'plugin::audit.entries.read', subject: null }];
