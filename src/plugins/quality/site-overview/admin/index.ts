import { GridNine } from '@strapi/icons';
import { MENU_POSITIONS, buildFormPermissions, type PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { message } from './texts';

/** Adds a menu page that shows existing and missing pages and entries. */
export const panel: PanelFeature = {
  name: 'site-overview',
  translations: { en, es },
  panelLinks: { sitePages: () => '/plugins/site' },
  register(app, forms): void {
    app.addMenuLink({
      to: 'plugins/site',
      position: MENU_POSITIONS.pages,
      icon: GridNine,
      intlLabel: message('site.title'),
      permissions: buildFormPermissions('read', forms),
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () => import('./SitePage').then(({ SitePage }) => ({ default: SitePage })),
    });
  },
};
