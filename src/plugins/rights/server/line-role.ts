import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { MessageLanguage } from '#platform/http/errors';
import { getRoleServices, type AdminPermission } from '#platform/strapi/admin-roles';
import { sql, getTable } from '#platform/strapi/queries';
import { getFeatures } from '#feature/application';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { buildConditionId } from './business-lines';

export type Role = { id: number; name: string; users: number };

type BusinessLine = { documentId: string; name: string; slug: string };

const EXPLORER = 'plugin::content-manager.explorer';
const READ = `${EXPLORER}.read`;

const writing: ReadonlySet<string> = new Set(
  ['create', 'read', 'update', 'delete', 'publish'].map((action) => `${EXPLORER}.${action}`),
);

const withFiles = [
  'read',
  'assets.create',
  'assets.update',
  'assets.download',
  'assets.copy-link',
].map((name) => `plugin::upload.${name}`);

const roleTexts = {
  en: {
    name: (line: string) => `Editor ${line}`,
    description: (line: string) => `Writes and publishes what belongs to ${line}.`,
  },
  es: {
    name: (line: string) => `Editora ${line}`,
    description: (line: string) => `Escribe y publica lo que pertenece a ${line}.`,
  },
} as const;

/**
 * Returns the permissions for all content of one business line; the line's own entry is read-only.
 */
export const listLineRolePermissions = async (
  { strapi }: WithStrapi,
  { documentId }: Pick<BusinessLine, 'documentId'>,
): Promise<AdminPermission[]> => {
  const condition = buildConditionId(documentId);
  const { actions: actionNames, contentTypes } = getRoleServices({ strapi });
  const isWanted = (action: string, subject: string): boolean =>
    subject === BUSINESS_LINE
      ? action === READ
      : subject.startsWith('api::') && writing.has(action);
  const actions = actionNames
    .values()
    .filter(({ section }) => section === 'contentTypes')
    .map((action) => ({
      ...action,
      subjects: (action.subjects ?? []).filter((subject) => isWanted(action.actionId, subject)),
    }));
  const languages = await getTable<{ code: string }>({ strapi }, 'plugin::i18n.locale').findMany({
    select: ['code'],
  });
  const ofTypes = contentTypes.getPermissionsWithNestedFields(actions);
  for (const permission of ofTypes) {
    if (
      !(await actionNames.appliesToProperty(
        'locales',
        permission.action,
        String(permission.subject),
      ))
    ) {
      continue;
    }
    permission.properties = {
      ...permission.properties,
      locales: languages.map(({ code }) => code),
    };
  }
  const others = [
    ...withFiles,
    ...getFeatures({ strapi }).flatMap(({ roleGrants }) => roleGrants?.writers ?? []),
  ];
  return [...ofTypes, ...others.map((action) => ({ action }))].map((permission) => ({
    ...permission,
    conditions: [condition],
  }));
};

/** Returns the roles that are limited to a business line, alone or among others. */
export const findLineRoles = async ({ strapi }: WithStrapi, line: string): Promise<Role[]> => {
  const { rows } = await sql(
    { strapi },
    `SELECT r.id, r.name, (SELECT count(*)::int FROM admin_users_roles_lnk u WHERE u.role_id = r.id) AS users
     FROM admin_roles r
     WHERE EXISTS (
       SELECT FROM admin_permissions_role_lnk l JOIN admin_permissions p ON p.id = l.permission_id
       WHERE l.role_id = r.id AND p.conditions @> CAST(:condition AS jsonb))
     ORDER BY r.name, r.id LIMIT 100`,
    { condition: JSON.stringify([buildConditionId(line)]) },
  );
  return rows.map(({ id, name, users }) => ({
    id: Number(id),
    name: String(name),
    users: Number(users),
  }));
};

/**
 * Creates a role for the editors of one business line. Administrators can then reduce its
 * permissions.
 */
export const makeLineRole = async (
  { strapi }: WithStrapi,
  { documentId, name, slug }: BusinessLine,
  language: MessageLanguage,
): Promise<Role> => {
  const { roles } = getRoleServices({ strapi });
  const texts = roleTexts[language];
  const existingRoles = await getTable<{ name: string; code: string }>(
    { strapi },
    'admin::role',
  ).findMany({
    where: {
      $or: [{ name: { $startsWith: texts.name(name) } }, { code: { $startsWith: 'line-' } }],
    },
    select: ['name', 'code'],
  });
  const findFreeName = (
    requestedName: string,
    valueOf: (role: (typeof existingRoles)[number]) => string,
    glue: string,
  ): string => {
    const names = new Set(existingRoles.map(valueOf));
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? requestedName : `${requestedName}${glue}${number}`;
      if (!names.has(candidate)) return candidate;
    }
  };
  const role = {
    code: findFreeName(`line-${slug}`, ({ code }) => code, '-'),
    name: findFreeName(texts.name(name), (candidate) => candidate.name, ' '),
    description: texts.description(name),
  };
  return strapi.db.transaction(async () => {
    const { id } = await roles.create(role);
    await roles.assignPermissions(id, await listLineRolePermissions({ strapi }, { documentId }));
    return { id, name: role.name, users: 0 };
  });
};
