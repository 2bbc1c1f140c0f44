import type { AuditedActions } from '../../feature/audited-actions';

/** Audit log rules of the list of students. */
export const accountActions: AuditedActions = {
  personalReads: {
    'GET /api/user-endpoints/users': { of: 'type', type: 'plugin::users-permissions.user' },
  },
};
