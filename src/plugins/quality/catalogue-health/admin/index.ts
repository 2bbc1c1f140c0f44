import { Stethoscope } from '@strapi/icons';
import { WRITERS, type PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { HEALTH } from './addresses';
import { message } from './texts';

/** Adds a menu page and a home page widget that show the errors of the catalogue. */
export const panel: PanelFeature = {
  name: 'catalogue-health',
  translations: { en, es },
  panelLinks: { contentQuality: () => HEALTH },
  register(app): void {
    app.addMenuLink({
      to: 'plugins/health',
      icon: Stethoscope,
      intlLabel: message('catalogue-health.title'),
      permissions: WRITERS,
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () =>
        import('./HealthPages').then(({ HealthPages }) => ({ default: HealthPages })),
    });
    app.widgets.register({
      id: 'health',
      icon: Stethoscope,
      title: message('catalogue-health.widget'),
      component: async () => (await import('./HealthWidget')).HealthWidget,
      pluginId: 'catalogue-health',
      permissions: WRITERS,
    });
  },
};
