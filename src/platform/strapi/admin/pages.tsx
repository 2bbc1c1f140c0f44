import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { useAuth, type StrapiApp } from '@strapi/strapi/admin';
import { warnAboutAdapter } from './adapter-warnings';

type LazyRoute = {
  path?: string;
  lazy?: () => Promise<{ Component: ComponentType }>;
  children?: LazyRoute[];
};

/** Renders another component in place of a page of Strapi, which it receives. */
const replacePage = (
  routes: readonly LazyRoute[] | undefined,
  path: string,
  replace: (Page: ComponentType) => ComponentType,
): void => {
  const route = routes?.find((candidate) => candidate.path === path);
  const load = route?.lazy;
  if (route === undefined || load === undefined) {
    warnAboutAdapter('pages.tsx', `There is no page ${path}.`);
    return;
  }
  route.lazy = async () => ({ Component: replace((await load()).Component) });
};

/** Paths of the plugins' pages (`@strapi/upload` and `@strapi/content-manager`, admin/index). */
const paths = {
  'media library': 'plugins/upload/*',
  'content manager': 'content-manager/*',
} as const;

/**
 * Renders a component beside a page of Strapi. These pages have no slot for it, or only one that is
 * remounted when the window's width changes. Call it in `register` for the media library.
 */
export const addToPage = (app: StrapiApp, page: keyof typeof paths, Piece: ComponentType): void => {
  replacePage(app.router.routes as LazyRoute[], paths[page], (Page) => {
    const PageWithPiece = () => (
      <>
        <Page />
        <Piece />
      </>
    );
    return PageWithPiece;
  });
};

type Permission = { action: string; subject?: string | null };

/** Returns whether a user has a permission, for any subject if it names none. */
const has = (permissions: readonly Permission[], { action, subject }: Permission): boolean =>
  permissions.some(
    (granted) =>
      granted.action === action && ((subject ?? null) === null || granted.subject === subject),
  );

/** Returns whether the overview of the settings has something to change for a user: the logo. */
export const maySeeOverview = (permissions: readonly Permission[]): boolean =>
  permissions.some(({ action }) => action.startsWith('admin::project-settings.'));

/** Returns the first settings page of a feature that a user may use, by its path in the settings. */
export const findFirstSettingsPage = (
  app: StrapiApp,
  permissions: readonly Permission[],
): string | undefined =>
  Object.values(app.router.settings)
    .flatMap(({ links }) => links)
    .find((link) => link.permissions.some((needed) => has(permissions, needed)))?.to;

/**
 * Opens the settings at the first page that the user may use. Strapi opens its overview, which holds
 * nothing for users who may not change the panel's logo.
 */
export const startSettingsAtUsedPage = (app: StrapiApp): void => {
  const settings = (app.router.routes as LazyRoute[]).find(({ path }) => path === 'settings/*');
  replacePage(settings?.children, 'application-infos', (Overview) => {
    const Start = () => {
      const permissions = useAuth(
        'SettingsStart',
        ({ permissions: userPermissions }) => userPermissions,
      );
      const first = findFirstSettingsPage(app, permissions);
      if (maySeeOverview(permissions) || first === undefined) return <Overview />;
      return <Navigate to={`/settings/${first}`} replace />;
    };
    return Start;
  });
};
