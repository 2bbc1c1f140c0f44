/** Permissions for viewing and for creating roles. */
export const ROLES = {
  read: [{ action: 'admin::roles.read', subject: null }],
  create: [
    { action: 'admin::roles.create', subject: null },
    { action: 'admin::roles.update', subject: null },
  ],
};
