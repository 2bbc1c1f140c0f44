import type { PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { showColumns } from './columns';
import { ListMenu } from './ListMenu';
import { SearchBox } from './SearchBox';

/** Adds pictures, business lines, locale states, filters and saved views to lists. */
export const panel: PanelFeature = {
  name: 'lists',
  translations: { en, es },
  bootstrap(app): void {
    showColumns(app);
    const contentManager = app.getPlugin('content-manager');
    contentManager.injectComponent('listView', 'actions', {
      name: 'search-box',
      Component: SearchBox,
    });
    contentManager.injectComponent('listView', 'actions', {
      name: 'list-menu',
      Component: ListMenu,
    });
  },
};
