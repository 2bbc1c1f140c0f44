import type { PanelFeature } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import {
  buildBulkEditAddress,
  buildPlacesAddress,
  EditSelected,
  PlaceSelected,
  ReplaceSelected,
  SheetLink,
} from './bulk-actions';

export const panel: PanelFeature = {
  name: 'bulk-edit',
  translations: { en, es },
  panelLinks: {
    grid: ({ uid, ...entries }) => buildBulkEditAddress(uid, entries),
    placement: ({ uid, ...entries }) => buildPlacesAddress(uid, entries),
  },
  register(app): void {
    app.router.addRoute({
      path: 'plugins/bulk-edit/*',
      lazy: async () => ({ Component: (await import('./BulkEditPage')).BulkEditPages }),
    });
  },
  bootstrap(app): void {
    getContentManager(app).addBulkAction((actions) => [
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
