import type { WithStrapi } from '../../../../platform/with-strapi';
import { registerAdminActions } from '../../../../platform/strapi/admin-roles';

export const READ_AUDIT = 'plugin::audit.entries.read';

/** Registers the permission to read the audit log. Super admins have it from the start. */
export const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    { displayName: 'See the audit log, and export it', pluginName: 'audit', uid: 'entries.read' },
  ]);
