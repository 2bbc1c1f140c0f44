import type { PanelFeature } from '#feature/admin/panel';
import { contentManagerOf } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import {
  bulkEditAddress,
  placeAddress,
  EditSelected,
  PlaceSelected,
  ReplaceSelected,
  SheetLink,
} from './bulk-actions';

export const panel: PanelFeature = {
  name: 'bulk-edit',
  translations: { en, es },
  panelLinks: {
    grid: ({ uid, ...entries }) => bulkEditAddress(uid, entries),
    placement: ({ uid, ...entries }) => placeAddress(uid, entries),
  },
  register(app): void {
    app.router.addRoute({
      path: 'plugins/bulk-edit/*',
      lazy: async () => ({ Component: (await import('./BulkEditPage')).BulkEditPages }),
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
