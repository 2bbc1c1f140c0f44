import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { useAuth, type StrapiApp } from '@strapi/strapi/admin';
import { firstSettingsPage, maySeeOverview } from './settings-pages';

type LazyRoute = {
  path?: string;
  lazy?: () => Promise<{ Component: ComponentType }>;
  children?: LazyRoute[];
};

/**
 * Opens the settings at the first page that the user may use. Strapi opens its overview, which holds
 * nothing for users who may not change the panel's logo.
 */
export const startSettingsAtUsedPage = (app: StrapiApp): void => {
  const settings = (app.router.routes as LazyRoute[]).find(({ path }) => path === 'settings/*');
  const overview = settings?.children?.find(({ path }) => path === 'application-infos');
  const load = overview?.lazy;
  if (overview === undefined || load === undefined) {
    throw new Error('src/platform/strapi/admin/settings-start.tsx: Strapi’s overview has moved');
  }
  overview.lazy = async () => {
    const { Component: Overview } = await load();
    const Start = () => {
      const permissions = useAuth('SettingsStart', ({ permissions: own }) => own);
      const first = firstSettingsPage(app, permissions);
      if (maySeeOverview(permissions) || first === undefined) return <Overview />;
      return <Navigate to={`/settings/${first}`} replace />;
    };
    return { Component: Start };
  };
};
