import type { PanelFeature } from '../../../../feature/admin/panel';
import { contentManagerOf } from '../../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { EditSelected } from './EditSelected';
import { PlaceSelected } from './PlaceSelected';
import { ReplaceSelected } from './ReplaceSelected';
import { SheetLink } from './SheetLink';

/** Adds bulk editing to lists. */
export const panel: PanelFeature = {
  name: 'bulk-edit',
  translations: { en, es },
  register(app): void {
    app.router.addRoute({
      path: 'plugins/bulk-edit/*',
      lazy: async () => ({ Component: (await import('./BulkEditPages')).BulkEditPages }),
    });
  },
  bootstrap(app): void {
    contentManagerOf(app).addBulkAction((actions) => [
      ...actions,
      EditSelected,
      ReplaceSelected,
      PlaceSelected,
    ]);
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'sheet-link',
      Component: SheetLink,
    });
  },
};
