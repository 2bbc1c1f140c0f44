import { Stethoscope } from '@strapi/icons';
import { WRITERS, type PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { message } from './texts';

/** A page in the menu, and a widget on the home page, of what is wrong in the catalogue. */
export const panel: PanelFeature = {
  name: 'catalogue-health',
  translations: { en, es },
  register(app): void {
    app.addMenuLink({
      to: 'plugins/health',
      icon: Stethoscope,
      intlLabel: message('catalogue-health.title'),
      permissions: WRITERS,
      // Not an async function: Strapi takes one for a component that it must not call.
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
