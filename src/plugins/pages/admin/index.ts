import type { PanelFeature } from '../../../feature/admin/panel';
import { contentManagerOf } from '../../../strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { CopyPageAction } from './CopyPageAction';
import { ShownOnPanel } from './ShownOnPanel';
import { warnBeforeUnpublish, warnBeforeUnpublishingMany } from './warn-before-unpublish';

/** Adds to the content manager what editors of pages need beyond Strapi. */
export const panel: PanelFeature = {
  name: 'pages',
  translations: { en, es },
  bootstrap(app): void {
    const contentManager = contentManagerOf(app);
    contentManager.addEditViewSidePanel([ShownOnPanel]);
    contentManager.addDocumentAction((actions) => [
      ...actions.map((action) =>
        action.type === 'unpublish' ? warnBeforeUnpublish(action) : action,
      ),
      CopyPageAction,
    ]);
    contentManager.addBulkAction((actions) =>
      actions.map((action) =>
        action.type === 'unpublish' ? warnBeforeUnpublishingMany(action) : action,
      ),
    );
  },
};
