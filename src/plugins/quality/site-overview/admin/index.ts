import { GridNine } from '@strapi/icons';
import { whoMayOf, type PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { message } from './texts';

/** A page in the menu that shows what there is, and what is missing. */
export const panel: PanelFeature = {
  name: 'site-overview',
  translations: { en, es },
  register(app, forms): void {
    app.addMenuLink({
      to: 'plugins/site',
      icon: GridNine,
      intlLabel: message('site.title'),
      permissions: whoMayOf('read', forms),
      // Not an async function: Strapi takes one for a component that it must not call.
      Component: () => import('./SitePage').then(({ SitePage }) => ({ default: SitePage })),
    });
  },
};
