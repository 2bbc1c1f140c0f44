import type { Feature } from '../../feature/feature';
import { emailTemplate } from './layout';
import { emailTemplatePublishingRules } from './publishing-rules';
import { mailMetrics } from './server/metrics';
import { mailSettings } from './settings';
import { MANAGE_MAILS } from './manage-mails';

export { validateMailTemplates } from './server/templates/guard-templates';
export { sendMailLater } from './server/jobs/send-mails';
export { readerLanguage } from './server/services/reader-language';
export { defineMailKind } from './server/registry';
export type {
  AddressedMail,
  MailKind,
  MailText,
  MailValues,
  MailVariable,
  QueuedMail,
  Translated,
} from './server/kinds';

/** Sends e-mails to students, from templates that editors write. */
export const mail: Feature = {
  name: 'mail',
  folder: __dirname,
  settings: [mailSettings],
  auditedActions: {
    routes: { 'POST /account/mails/:id/resend': { action: 'mail.sent-again', target: 'mail' } },
    personalReads: { 'GET /account/mails': { of: 'type', type: 'plugin::users-permissions.user' } },
  },
  roleGrants: { support: { actions: [MANAGE_MAILS] } },
  layouts: { types: [emailTemplate] },
  publishingRules: [emailTemplatePublishingRules],
  metrics: mailMetrics,
};
