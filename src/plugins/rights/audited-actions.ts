import type { AuditedActions } from '../../feature/audited-actions';

/** Audit log rules of the roles of business lines. */
export const rightsActions: AuditedActions = {
  routes: {
    'POST /rights/lines/:documentId/roles': {
      action: 'line-role.created',
      target: 'api::vertical.vertical',
      takesTurns: true,
    },
  },
};
