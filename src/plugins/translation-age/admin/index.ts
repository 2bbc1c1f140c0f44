import type { PanelFeature } from '../../../feature/admin/panel';
import { belowActions, contentManagerOf } from '../../../strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { AgePanel } from './AgePanel';

/** Says beside the form of a translation that its source has changed since. */
export const panel: PanelFeature = {
  name: 'translation-age',
  translations: { en, es },
  bootstrap(app): void {
    contentManagerOf(app).addEditViewSidePanel(belowActions(AgePanel));
  },
};
