import type { PanelFeature, Translations } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import { keepUnsavedForms } from '#platform/strapi/admin/requests';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { EditingPanel } from './EditingPanel';
import { RememberVersion, addBaseVersions } from './saves';

/**
 * Replaces Strapi's texts of an ended session under Strapi's own ids. Strapi's texts say that
 * unsaved changes are lost, and have no Spanish translation. Here the changes are kept.
 */
const sessionEnd: Translations = {
  en: {
    'app.session.ended.title': 'Your session has ended',
    'app.session.ended.unsaved':
      'Your changes are kept. Log in again and open this entry to restore them.',
  },
  es: {
    'app.session.ended.title': 'Tu sesión ha terminado',
    'app.session.ended.unsaved':
      'Tus cambios se conservan. Inicia sesión de nuevo y abre esta entrada para restaurarlos.',
  },
};

const getUnansweredText = (): string =>
  (document.documentElement.lang === 'es' ? es : en)['concurrent-editing.unanswered'];

/**
 * Makes forms send their base version, so that nobody overwrites unseen changes of another user.
 */
export const panel: PanelFeature = {
  name: 'concurrent-editing',
  translations: { en: { ...en, ...sessionEnd.en }, es: { ...es, ...sessionEnd.es } },
  bootstrap(app): void {
    addBaseVersions();
    keepUnsavedForms(getUnansweredText);
    const forms = getContentManager(app);
    forms.addEditViewSidePanel([EditingPanel]);
    forms.addDocumentAction((actions) => [...actions, RememberVersion]);
  },
};
