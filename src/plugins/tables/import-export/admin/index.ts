import { FileXls } from '@strapi/icons';
import { MENU_POSITIONS, WRITERS, type PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { exportAddress, FileLink } from './links';
import { message } from './texts';

/** Adds a page for imports and exports to the menu, and links to it from lists. */
export const panel: PanelFeature = {
  name: 'import-export',
  translations: { en, es },
  panelLinks: {
    exportList: (uid, list, locale) => exportAddress(uid, { list, locale: locale ?? undefined }),
  },
  register(app): void {
    app.addMenuLink({
      to: 'plugins/import-export',
      position: MENU_POSITIONS.importExport,
      icon: FileXls,
      intlLabel: message('import-export.title'),
      permissions: WRITERS,
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () =>
        import('./ImportExportPage').then(({ ImportExportPages }) => ({
          default: ImportExportPages,
        })),
    });
  },
  bootstrap(app): void {
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'file-link',
      Component: FileLink,
    });
  },
};
