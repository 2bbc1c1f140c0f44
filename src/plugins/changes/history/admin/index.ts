import { Trash } from '@strapi/icons';
import { MENU_POSITIONS, type PanelFeature } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { HistoryPanel } from './HistoryPanel';
import { USE_BIN } from '../changes';
import { message } from './texts';

/** Adds the history beside each entry's form, and a page of deleted entries. */
export const panel: PanelFeature = {
  name: 'history',
  translations: { en, es },
  register(app): void {
    app.addMenuLink({
      to: 'plugins/history-bin',
      position: MENU_POSITIONS.trash,
      icon: Trash,
      intlLabel: message('history.bin.title'),
      permissions: [{ action: USE_BIN, subject: null }],
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () => import('./BinPage').then(({ BinPage }) => ({ default: BinPage })),
    });
  },
  bootstrap(app): void {
    getContentManager(app).addEditViewSidePanel([HistoryPanel]);
  },
};
