import type { ComponentType } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';

/** Where the upload plugin has its page (`@strapi/upload`, admin/index). */
const PATH = 'plugins/upload/*';

type LazyRoute = { path?: string; lazy?: () => Promise<{ Component: ComponentType }> };

/** Shows something beside the media library's page, which has no place for it. Call it in `register`. */
export const addToMediaLibrary = (app: StrapiApp, Piece: ComponentType): void => {
  const routes = app.router.routes as LazyRoute[];
  const route = routes.find(({ path }) => path === PATH);
  const load = route?.lazy;
  if (route === undefined || load === undefined) {
    throw new Error('src/strapi/admin/media-library.tsx: Strapi’s media library has moved');
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
