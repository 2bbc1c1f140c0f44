import type { PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { message } from './texts';

const inputs = {
  link: async () => ({ default: (await import('./LinkInput')).LinkInput }),
  address: async () => ({ default: (await import('./CheckedText')).AddressInput }),
  pattern: async () => ({ default: (await import('./CheckedText')).PatternInput }),
  site: async () => ({ default: (await import('./CheckedText')).SiteInput }),
} as const;

/** Registers the fields of links, addresses, address patterns and sites. */
export const panel: PanelFeature = {
  name: 'links',
  translations: { en, es },
  register(app): void {
    for (const name of ['link', 'address', 'pattern', 'site'] as const) {
      app.customFields.register({
        name,
        pluginId: 'links',
        type: 'string',
        intlLabel: message(`links.field.${name}`),
        intlDescription: message(`links.field.${name}`),
        components: { Input: inputs[name] },
      });
    }
  },
};
