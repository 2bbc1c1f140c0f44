import type { AuditedActions } from '../../feature/audited-actions';

/** Audit log rules of e-mails. */
export const mailActions: AuditedActions = {
  routes: { 'POST /account/mails/:id/resend': { action: 'mail.sent-again', target: 'mail' } },
  personalReads: {
    'GET /account/mails': { of: 'type', type: 'plugin::users-permissions.user' },
  },
};
