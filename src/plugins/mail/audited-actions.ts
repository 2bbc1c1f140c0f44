import type { AuditedActions } from '../../feature/audited-actions';

/** What the audit log records of e-mails. */
export const mailActions: AuditedActions = {
  routes: { 'POST /account/mails/:id/resend': { action: 'mail.sent-again', target: 'mail' } },
  personalReads: {
    'GET /account/mails': { of: 'type', type: 'plugin::users-permissions.user' },
  },
};
