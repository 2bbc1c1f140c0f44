import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getRoleServices, type AdminPermission } from '#platform/strapi/admin-roles';
import { sluggedTypes } from '#catalogue/slugged-types';
import { getFeatures } from '#feature/application';
import { pageTypes } from '#catalogue/page-types';

const catalogueTypes = [...sluggedTypes, 'api::vertical.vertical'] as const;

type RoleDefinition = {
  code: string;
  name: string;
  description: string;
  /** Types whose entries the role may create, update, publish and delete. */
  manages: readonly string[];
  /** Types whose entries the role may read and choose in relations. */
  reads: readonly string[];
};

/** Roles of the admin panel besides Strapi's own. New types are added to the lists. */
export const roles: readonly RoleDefinition[] = [
  {
    code: 'catalogue-editor',
    name: 'Catalogue editor',
    description: 'Writes and publishes the catalogue: products, channels, series, people, lives.',
    manages: [...catalogueTypes],
    reads: [],
  },
  {
    code: 'marketing',
    name: 'Marketing',
    description: 'Composes and publishes the pages, writes the e-mails; looks at the catalogue.',
    manages: [...pageTypes, 'api::email-template.email-template'],
    reads: [...catalogueTypes],
  },
  {
    code: 'support',
    name: 'Support',
    description: 'Helps students: looks at orders and accounts, sends e-mails again.',
    manages: [],
    reads: ['plugin::users-permissions.user'],
  },
];

const EXPLORER = 'plugin::content-manager.explorer';

const reading = [`${EXPLORER}.read`];
const managing = ['create', 'read', 'update', 'delete', 'publish'].map(
  (action) => `${EXPLORER}.${action}`,
);

const mediaActions = [
  'read',
  'assets.create',
  'assets.update',
  'assets.download',
  'assets.copy-link',
];

const loadPermissions = async (
  { strapi }: WithStrapi,
  { code, manages, reads: ownReads }: RoleDefinition,
): Promise<AdminPermission[]> => {
  const grants = getFeatures({ strapi }).flatMap(({ roleGrants = [] }) => roleGrants);
  const forSupport = code === 'support' ? grants.flatMap(({ support = [] }) => support) : [];
  const reads = [...ownReads, ...forSupport.flatMap(({ reads = [] }) => reads)];
  const { actions: actionNames, contentTypes } = getRoleServices({ strapi });
  const isWanted = (action: string, subject: string): boolean =>
    (managing.includes(action) && manages.includes(subject)) ||
    (reading.includes(action) && reads.includes(subject));
  const actions = actionNames
    .values()
    .filter(({ section }) => section === 'contentTypes')
    .map((action) => ({
      ...action,
      subjects: (action.subjects ?? []).filter((subject) => isWanted(action.actionId, subject)),
    }));
  const languages = await loadLanguages({ strapi });
  const ofTypes = contentTypes.getPermissionsWithNestedFields(actions);
  for (const permission of ofTypes) {
    const { action, subject } = permission;
    if (await actionNames.appliesToProperty('locales', action, String(subject))) {
      permission.properties = { ...permission.properties, locales: languages };
    }
  }
  const isWriter = manages.length > 0;
  const besides = [
    ...(isWriter ? grants.flatMap(({ writers = [] }) => writers) : []),
    ...forSupport.flatMap(({ actions = [] }) => actions),
  ];
  const ofMedia = isWriter ? mediaActions.map((name) => `plugin::upload.${name}`) : [];
  return [...ofTypes, ...[...ofMedia, ...besides].map((action) => ({ action }))];
};

/**
 * Creates missing roles. Existing roles are not changed, because administrators may have edited
 * them. Deleted roles are remembered and not created again.
 */
export const createRoles = async ({ strapi }: WithStrapi): Promise<void> => {
  const { roles: adminRoles } = getRoleServices({ strapi });
  const store = strapi.store({ type: 'editor', name: 'roles', key: 'created' });
  const created = new Set((await store.get({})) as string[] | null);
  for (const definition of roles) {
    const { code, name, description } = definition;
    if (created.has(code)) continue;
    if ((await adminRoles.findOne({ code })) === null) {
      await strapi.db.transaction(async () => {
        const { id } = await adminRoles.create({ code, name, description });
        await adminRoles.assignPermissions(id, await loadPermissions({ strapi }, definition));
      });
    }
    created.add(code);
    await store.set({ value: [...created] });
  }
  const codes = roles.map(({ code }) => code);
  await grantNewLanguages({ strapi }, codes);
  followLanguages({ strapi }, codes);
};

const STOCK_ROLES = ['strapi-editor', 'strapi-author'];

/**
 * Withdraws from Strapi's own roles Editor and Author the permissions for types of plugins, once.
 * Strapi grants them every type: an author could read orders, or have them sent to an address of
 * their own. Administrators may grant them again.
 */
export const withdrawStockPermissions = async ({ strapi }: WithStrapi): Promise<void> => {
  const store = strapi.store({ type: 'editor', name: 'roles', key: 'withdrawn' });
  if ((await store.get({})) === true) return;
  await strapi.db.transaction(async () => {
    const where = { role: { code: { $in: STOCK_ROLES } }, subject: { $startsWith: 'plugin::' } };
    const permissions = strapi.db.query('admin::permission');
    const rows = (await permissions.findMany({ where, select: ['id'] })) as { id: number }[];
    await permissions.deleteMany({ where: { id: { $in: rows.map(({ id }) => id) } } });
    await store.set({ value: true });
  });
};

type Permission = { id: number; properties: { locales?: string[] | null } | null };

const LOCALE = 'plugin::i18n.locale';

const loadLanguages = async ({ strapi }: WithStrapi): Promise<string[]> => {
  const rows = (await strapi.db.query(LOCALE).findMany({ select: ['code'] })) as { code: string }[];
  return rows.map(({ code }) => code);
};

/**
 * Grants new languages to the permissions that hold all previous ones. The admin panel offers only
 * languages that a permission names, so "all" must be listed and kept up to date.
 */
const grantNewLanguages = async (
  { strapi }: WithStrapi,
  roles: readonly string[],
): Promise<void> => {
  const store = strapi.store({ type: 'editor', name: 'roles', key: 'languages' });
  const languages = await loadLanguages({ strapi });
  const grantedLanguages = (await store.get({})) as string[] | null;
  const earlier = (grantedLanguages ?? []).filter((code) => languages.includes(code));
  const added = languages.filter((code) => !earlier.includes(code));
  if (added.length === 0) return;
  const table = strapi.db.query('admin::permission');
  const permissions = (await table.findMany({
    where: { role: { code: { $in: roles } } },
    select: ['id', 'properties'],
  })) as Permission[];
  for (const { id, properties } of permissions) {
    const held = properties?.locales;
    if (!Array.isArray(held) || !earlier.every((code) => held.includes(code))) continue;
    const locales = [...new Set([...held, ...added])];
    await table.update({ where: { id }, data: { properties: { ...properties, locales } } });
  }
  await store.set({ value: languages });
};

/** Grants new languages when they are added, not only at the next start. */
const followLanguages = ({ strapi }: WithStrapi, roles: readonly string[]): void => {
  strapi.db.lifecycles.subscribe({
    models: [LOCALE],
    afterCreate: () => grantNewLanguages({ strapi }, roles),
  });
};
