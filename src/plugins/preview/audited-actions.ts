import type { AuditedActions } from '../../feature/audited-actions';

const revoked = { action: 'preview.revoked', target: 'admin::user' };

/** What the audit log records of previews. */
export const previewActions: AuditedActions = {
  routes: { 'DELETE /preview/tokens': revoked, 'DELETE /preview/tokens/:id': revoked },
};
