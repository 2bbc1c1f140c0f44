import { BulletList } from '@strapi/icons';
import { MENU_POSITIONS, WRITERS, type PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { HEALTH } from './addresses';
import { message } from './texts';

/** Adds the to-do list to the menu, and its top to the home page. */
export const panel: PanelFeature = {
  name: 'catalogue-health',
  translations: { en, es },
  panelLinks: { contentQuality: () => HEALTH },
  dashboard: [
    {
      id: 'health',
      icon: BulletList,
      title: message('catalogue-health.widget'),
      component: async () => (await import('./HealthWidget')).HealthWidget,
      permissions: WRITERS,
    },
  ],
  register(app): void {
    app.addMenuLink({
      to: 'plugins/to-do',
      position: MENU_POSITIONS.toDo,
      icon: BulletList,
      intlLabel: message('catalogue-health.title'),
      permissions: WRITERS,
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () =>
        import('./HealthPages').then(({ HealthPages }) => ({ default: HealthPages })),
    });
  },
};
