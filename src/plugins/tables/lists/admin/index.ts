import type { PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { showColumns } from './columns';
import { QuestionBox } from './QuestionBox';
import { ViewsMenu } from './ViewsMenu';

/** Lists with pictures, business lines and the state of each language; asked in words, and kept as views. */
export const panel: PanelFeature = {
  name: 'lists',
  translations: { en, es },
  bootstrap(app): void {
    showColumns(app);
    const contentManager = app.getPlugin('content-manager');
    contentManager.injectComponent('listView', 'actions', {
      name: 'question-box',
      Component: QuestionBox,
    });
    contentManager.injectComponent('listView', 'actions', {
      name: 'views-menu',
      Component: ViewsMenu,
    });
  },
};
