import type { PanelFeature } from '../../../../feature/admin/panel';
import { contentManagerOf } from '../../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { EditSelected } from './EditSelected';
import { PlaceSelected } from './PlaceSelected';
import { ReplaceSelected } from './ReplaceSelected';
import { SheetLink } from './SheetLink';

const queryOf = (
  { locale, documents }: { locale: string | null; documents: readonly string[] },
  more: Record<string, string> = {},
): string =>
  new URLSearchParams({
    ...(locale !== null && { locale }),
    documents: documents.join(','),
    ...more,
  }).toString();

/** Changes many entries at once, from lists. */
export const panel: PanelFeature = {
  name: 'bulk-edit',
  translations: { en, es },
  panelLinks: {
    grid: ({ fields, ...entries }) =>
      `/plugins/bulk-edit/${entries.uid}?${queryOf(entries, { fields: fields.join(',') })}`,
    placement: (entries) => `/plugins/bulk-edit/${entries.uid}/places?${queryOf(entries)}`,
  },
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
