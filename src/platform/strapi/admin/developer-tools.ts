import { adminApi, type StrapiApp } from '@strapi/strapi/admin';
import { contentManagerOf } from './content-manager';

/** Permissions for tools that change code or stored layouts, and for Strapi's shop. */
const ACTIONS: readonly string[] = [
  'admin::marketplace.read',
  'plugin::content-type-builder.read',
  'plugin::content-manager.collection-types.configure-view',
  'plugin::content-manager.single-types.configure-view',
  'plugin::content-manager.components.configure-layout',
];

/** Strapi's actions above a form that need no permission (`@strapi/content-manager`, Header). */
const HEADER_ACTIONS: readonly string[] = ['edit-the-model', 'configure-the-view'];

/** Roles that Strapi creates at the first start. They are listed while somebody has them. */
const STOCK_ROLES: readonly string[] = ['strapi-editor', 'strapi-author'];

/** Strapi's types do not know that actions above a form have a type. */
const typeOf = (action: object): string =>
  'type' in action && typeof action.type === 'string' ? action.type : '';

type Role = { code?: string; usersCount?: number };
type Transform = (answer: unknown, meta: unknown, argument: unknown) => unknown;
type Definition = { transformResponse?: Transform } | undefined;

const isUsed = ({ code = '', usersCount = 0 }: Role): boolean =>
  usersCount > 0 || !STOCK_ROLES.includes(code);

const withoutUnusedRoles = (definition: Definition): void => {
  // The roles are listed as Strapi lists them if it requests them in another way.
  if (definition === undefined) return;
  const { transformResponse: transform } = definition;
  definition.transformResponse = (answer, meta, argument) => {
    const roles = transform === undefined ? answer : transform(answer, meta, argument);
    return Array.isArray(roles) ? (roles as Role[]).filter(isUsed) : roles;
  };
};

/**
 * Hides Strapi's tools for developers: its shop, the content-type builder, layouts, and unused
 * stock roles. A panel in development keeps them, and there only for users with the permissions.
 */
export const hideDeveloperTools = (app: StrapiApp): void => {
  app.addRBACMiddleware(
    () => (next) => (permissions) =>
      next(permissions.filter(({ action }) => !ACTIONS.includes(action))),
  );
  contentManagerOf(app).addDocumentHeaderAction((actions) =>
    actions.filter((action) => !HEADER_ACTIONS.includes(typeOf(action))),
  );
  adminApi.enhanceEndpoints({ endpoints: { getRoles: withoutUnusedRoles } });
};
