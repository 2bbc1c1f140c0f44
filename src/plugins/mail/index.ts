import type { Feature, Metric } from '#feature/feature';
import { getJobs } from '#platform/jobs';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { emailTemplate } from './layout';
import { MANAGE_MAILS } from './manage-mails';
import { emailTemplatePublishingRules } from './publishing-rules';
import { MAIL_JOB } from './server/kinds';
import { mailSettings } from './settings';

const createMailMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_mails_unsent',
    help: 'Unsent e-mails by state: waiting, active, retry or failed (given up)',
    kind: 'gauge',
    labels: ['state'],
    asksDatabase: true,
    read: async () => {
      const counts = await getJobs({ strapi }).counts();
      const countOf = new Map(
        counts.filter(({ name }) => name === MAIL_JOB).map(({ state, count }) => [state, count]),
      );
      // Zero values are reported too: alerts cannot watch a series that disappears.
      return (['waiting', 'active', 'retry', 'failed'] as const).map((state) => ({
        value: countOf.get(state) ?? 0,
        labels: { state },
      }));
    },
  },
];

export { validateMailTemplates } from './server/templates/guard-templates';
export { sendMailLater } from './server/send-mails';
export { negotiateReaderLanguage } from './server/templates/select-template';
export { defineMailKind } from './server/kinds';
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
  metrics: createMailMetrics,
};
