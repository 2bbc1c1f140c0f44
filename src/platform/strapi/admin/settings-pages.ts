import type { StrapiApp } from '@strapi/strapi/admin';

type Permission = { action: string; subject?: string | null };

/** Returns whether a user has a permission, for any subject if it names none. */
const has = (permissions: readonly Permission[], { action, subject }: Permission): boolean =>
  permissions.some(
    (own) => own.action === action && ((subject ?? null) === null || own.subject === subject),
  );

/** Returns whether the overview of the settings has something to change for a user: the logo. */
export const maySeeOverview = (permissions: readonly Permission[]): boolean =>
  permissions.some(({ action }) => action.startsWith('admin::project-settings.'));

/** Returns the first settings page of a feature that a user may use, by its path in the settings. */
export const firstSettingsPage = (
  app: StrapiApp,
  permissions: readonly Permission[],
): string | undefined =>
  Object.values(app.router.settings)
    .flatMap(({ links }) => links)
    .find((link) => link.permissions.some((wanted) => has(permissions, wanted)))?.to;
