import { adminRoute, adminRoutesOf, requirePermissions } from '../../../platform/http/admin-route';
import type { WithStrapi } from '../../../platform/with-strapi';
import { registerAdminActions } from '../../../platform/strapi/admin-roles';
import { entriesController } from './server/controllers/entries';

const READ_AUDIT = 'plugin::audit.entries.read';

/** Registers the permission to read the audit log. Super admins have it from the start. */
const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    { displayName: 'See the audit log, and export it', pluginName: 'audit', uid: 'entries.read' },
  ]);

const mayRead = requirePermissions(READ_AUDIT);

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/entries', 'entries.find', mayRead),
  adminRoute('GET', '/entries.csv', 'entries.exportCsv', mayRead),
);

export default {
  bootstrap: registerPermissions,
  controllers: { entries: entriesController },
  routes: { admin: adminRoutes },
};
