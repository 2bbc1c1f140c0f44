import type { ComponentType } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';

/** Paths of the plugins' pages (`@strapi/upload` and `@strapi/content-manager`, admin/index). */
const paths = {
  'media library': 'plugins/upload/*',
  'content manager': 'content-manager/*',
} as const;

type LazyRoute = { path?: string; lazy?: () => Promise<{ Component: ComponentType }> };

/**
 * Renders a component beside a page of Strapi. These pages have no slot for it, or only one that is
 * remounted when the window's width changes. Call it in `register` for the media library.
 */
export const addToPage = (app: StrapiApp, page: keyof typeof paths, Piece: ComponentType): void => {
  const routes = app.router.routes as LazyRoute[];
  const route = routes.find(({ path }) => path === paths[page]);
  const load = route?.lazy;
  if (route === undefined || load === undefined) {
    throw new Error(`src/platform/strapi/admin/pages.tsx: Strapi’s ${page} has moved`);
  }
  route.lazy = async () => {
    const { Component: Page } = await load();
    return {
      Component: () => (
        <>
          <Page />
          <Piece />
        </>
      ),
    };
  };
};
