import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
} from '../../../../platform/http/admin-route';
import { MANAGE_MAILS } from '../../manage-mails';
import { EMAIL_TEMPLATE } from '../templates/select-template';

const mayEditTemplates = requirePermissions([
  'plugin::content-manager.explorer.update',
  EMAIL_TEMPLATE,
]);
const maySeeTemplates = requirePermissions([
  'plugin::content-manager.explorer.read',
  EMAIL_TEMPLATE,
]);
const mayManageMails = requirePermissions(MANAGE_MAILS);

export const adminRoutes = {
  ...adminRoutesOf(
    adminRoute('GET', '/mails/start', 'mails.start', mayEditTemplates),
    adminRoute('GET', '/mails/overview', 'mails.overview', maySeeTemplates),
    adminRoute('POST', '/mails/preview', 'mails.preview', mayEditTemplates),
    adminRoute('POST', '/mails/test', 'mails.test', mayEditTemplates),
    adminRoute('GET', '/mails', 'mails.find', mayManageMails),
    adminRoute('POST', '/mails/:id/resend', 'mails.resend', mayManageMails),
  ),
  // Panels that were opened under an earlier release still call this path.
  prefix: '/account',
};
