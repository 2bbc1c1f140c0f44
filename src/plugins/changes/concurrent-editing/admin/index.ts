import type { PanelFeature } from '../../../../feature/admin/panel';
import { contentManagerOf } from '../../../../platform/strapi/admin/content-manager';
import { keepUnsavedForms } from '../../../../platform/strapi/admin/requests';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { EditingPanel } from './EditingPanel';
import { RememberVersion } from './RememberVersion';
import { stateBaseVersions } from './saves';
import { sessionEnd } from './session-end';

const unanswered = (): string =>
  (document.documentElement.lang === 'es' ? es : en)['concurrent-editing.unanswered'];

/**
 * Makes forms send their base version, so that nobody overwrites unseen changes of another user.
 */
export const panel: PanelFeature = {
  name: 'concurrent-editing',
  translations: { en: { ...en, ...sessionEnd.en }, es: { ...es, ...sessionEnd.es } },
  bootstrap(app): void {
    stateBaseVersions();
    keepUnsavedForms(unanswered);
    const forms = contentManagerOf(app);
    forms.addEditViewSidePanel([EditingPanel]);
    forms.addDocumentAction((actions) => [...actions, RememberVersion]);
  },
};
