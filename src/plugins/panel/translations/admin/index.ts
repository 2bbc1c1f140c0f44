import type { PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { message } from './texts';

/** Registers a field that selects one of the site's languages. */
export const panel: PanelFeature = {
  name: 'translations',
  translations: { en, es },
  register(app): void {
    app.customFields.register({
      name: 'language',
      pluginId: 'translations',
      type: 'string',
      intlLabel: message('translations.field.language'),
      intlDescription: message('translations.field.language'),
      components: {
        Input: async () => ({ default: (await import('./LanguageInput')).LanguageInput }),
      },
    });
  },
};
