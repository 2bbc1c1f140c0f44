import type { PanelFeature } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import { keepUnsavedForms } from '#platform/strapi/admin/requests';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { EditingPanel } from './EditingPanel';
import { RememberVersion, addBaseVersions } from './saves';

const getUnansweredText = (): string =>
  (document.documentElement.lang === 'es' ? es : en)['concurrent-editing.unanswered'];

/**
 * Makes forms send their base version, so that nobody overwrites unseen changes of another user.
 */
export const panel: PanelFeature = {
  name: 'concurrent-editing',
  translations: { en, es },
  bootstrap(app): void {
    addBaseVersions();
    keepUnsavedForms(getUnansweredText);
    const forms = getContentManager(app);
    forms.addEditViewSidePanel([EditingPanel]);
    forms.addDocumentAction((actions) => [...actions, RememberVersion]);
  },
};
