import type { PanelFeature } from '../../../feature/admin/panel';
import { contentManagerOf } from '../../../strapi/admin/content-manager';
import { addToMediaLibrary } from '../../../strapi/admin/media-library';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { askAboutMany, askFirst } from './ask-first';
import { hearRefusals } from './refusals';
import { RefusedQuestion } from './RefusedQuestion';
import { UsedPanel } from './UsedPanel';

/** Says beside forms what shows an entry, and asks before it is taken away from there. */
export const panel: PanelFeature = {
  name: 'usage',
  translations: { en, es },
  register(app): void {
    addToMediaLibrary(app, RefusedQuestion);
  },
  bootstrap(app): void {
    const contentManager = contentManagerOf(app);
    contentManager.addEditViewSidePanel([UsedPanel]);
    contentManager.addDocumentAction((actions) => actions.map(askFirst));
    contentManager.addBulkAction((actions) => actions.map(askAboutMany));

    hearRefusals();
    const piece = { name: 'usage-refused', Component: RefusedQuestion };
    app.getPlugin('content-manager').injectComponent('editView', 'right-links', piece);
    app.getPlugin('content-manager').injectComponent('listView', 'actions', piece);
  },
};
