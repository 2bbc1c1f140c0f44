import type { Feature } from '../../feature/feature';
import { emailTemplate } from '../../api/email-template/layout';
import { emailSettings } from './settings';

/** E-mails to students: composed from editors' templates, sent by the queue. */
export const mail: Feature = {
  name: 'mail',
  settings: [emailSettings],
  layouts: { types: [emailTemplate] },
};
