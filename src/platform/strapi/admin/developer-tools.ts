import type { StrapiApp } from '@strapi/strapi/admin';
import { getContentManager } from './content-manager';
import { filterRoles, type ListedRole } from './requests';
import { addStyles } from './styles';

/** Permissions for tools that change code or stored layouts, for Strapi's shop, and for pages without effect. */
const ACTIONS: readonly string[] = [
  // E-mails and logins that this service does not use: it has its own.
  'plugin::users-permissions.email-templates.read',
  'plugin::users-permissions.providers.read',
  'admin::marketplace.read',
  'plugin::content-type-builder.read',
  'plugin::content-manager.collection-types.configure-view',
  'plugin::content-manager.single-types.configure-view',
  'plugin::content-manager.components.configure-layout',
];

/**
 * Strapi's actions above a form that need no permission (`@strapi/content-manager`, Header). They
 * are among the actions of documents.
 */
const FORM_ACTIONS: readonly string[] = ['edit-the-model', 'configure-the-view'];

/** Roles that Strapi creates at the first start. They are listed while somebody has them. */
const STOCK_ROLES: readonly string[] = ['strapi-editor', 'strapi-author'];

/**
 * Strapi's links to its documentation, the versions and plan in the overview of the settings, the
 * list of single types in the content manager, of which there are none, and the id of a document
 * in the menu above its form: its item with the line above it, and its value.
 */
const STYLES = `
main [data-strapi-header] a[href^='https://docs.strapi.io'],
main div:has(> dl a[href^='https://strapi.io/pricing']),
nav li:has(> div > ol:empty),
[role='menu'] > [role='menuitem']:has(+ dl),
[role='menu'] > [role='separator']:has(+ [role='menuitem'] + dl),
[role='menu'] > dl > div:last-child { display: none; }
`;

const isUsed = ({ code = '', usersCount = 0 }: ListedRole): boolean =>
  usersCount > 0 || !STOCK_ROLES.includes(code);

/**
 * Hides Strapi's tools for developers: its shop, the content-type builder, layouts, versions,
 * documentation, and unused stock roles. A panel in development keeps them, and there only for users with the permissions.
 */
export const hideDeveloperTools = (app: StrapiApp): void => {
  addStyles(STYLES);
  app.addRBACMiddleware(
    () => (next) => (permissions) =>
      next(permissions.filter(({ action }) => !ACTIONS.includes(action))),
  );
  getContentManager(app).addDocumentAction((actions) =>
    actions.filter(({ type = '' }) => !FORM_ACTIONS.includes(type)),
  );
  filterRoles(isUsed);
};
