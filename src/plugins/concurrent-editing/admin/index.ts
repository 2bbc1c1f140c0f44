import type { PanelFeature } from '../../../feature/admin/panel';
import { contentManagerOf } from '../../../strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { EditingPanel } from './EditingPanel';
import { learnLabels } from './labels';
import { RememberVersion } from './RememberVersion';
import { stateBaseVersions } from './saves';
import { sessionEnd } from './session-end';

/** Has forms say what they are based on, so that nobody overwrites another unseen. */
export const panel: PanelFeature = {
  name: 'concurrent-editing',
  translations: { en: { ...en, ...sessionEnd.en }, es: { ...es, ...sessionEnd.es } },
  bootstrap(app, { layouts }): void {
    learnLabels(layouts);
    stateBaseVersions();
    const forms = contentManagerOf(app);
    forms.addEditViewSidePanel([EditingPanel]);
    forms.addDocumentAction((actions) => [...actions, RememberVersion]);
  },
};
