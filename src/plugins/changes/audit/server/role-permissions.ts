import type { WithStrapi } from '../../../../platform/with-strapi';
import { tableOf } from '../../../../platform/strapi/queries';
import type { AuditDetail } from '../../../../feature/audit-recording';

type Permission = { action: string; subject: string | null };

const AT_MOST = 40;

/** Returns the permissions of a role, each as action and subject. */
export const permissionsOf = async (
  { strapi }: WithStrapi,
  role: string,
): Promise<ReadonlySet<string>> => {
  const rows = await tableOf<Permission>({ strapi }, 'admin::permission').findMany({
    where: { role: { id: role } },
    select: ['action', 'subject'],
  });
  return new Set(rows.map(({ action, subject }) => [action, subject ?? ''].join(' ').trim()));
};

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] => {
  const left = [...some].filter((one) => !others.has(one)).sort();
  return left.length > AT_MOST ? [...left.slice(0, AT_MOST), `… ${left.length}`] : left;
};

/**
 * Returns the added and removed permissions of a role. Changed conditions or fields of a permission
 * are not detected.
 */
export const permissionChanges = (
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Readonly<Record<string, AuditDetail>> => {
  const [added, removed] = [without(after, before), without(before, after)];
  return {
    permissions: after.size,
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
  };
};
