import type { AuditedActions } from '../../feature/audited-actions';

const revoked = { action: 'preview.revoked', target: 'admin::user' };

/** Audit log rules of previews. */
export const previewActions: AuditedActions = {
  routes: { 'DELETE /preview/tokens': revoked, 'DELETE /preview/tokens/:id': revoked },
};
