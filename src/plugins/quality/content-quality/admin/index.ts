import { BulletList } from '@strapi/icons';
import { MENU_POSITIONS, WRITERS, type PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { TO_DO } from '../content-quality';
import { message } from './texts';

/** Adds the to-do list to the menu, and its top to the home page. */
export const panel: PanelFeature = {
  name: 'content-quality',
  translations: { en, es },
  panelLinks: { contentQuality: () => TO_DO },
  dashboard: [
    {
      id: 'health',
      // The plugin's earlier name, by which users' home pages store the widget.
      pluginId: 'catalogue-health',
      icon: BulletList,
      title: message('content-quality.title'),
      component: async () => (await import('./ToDoWidget')).ToDoWidget,
      permissions: WRITERS,
    },
  ],
  register(app): void {
    app.addMenuLink({
      to: 'plugins/to-do',
      position: MENU_POSITIONS.toDo,
      icon: BulletList,
      intlLabel: message('content-quality.title'),
      permissions: WRITERS,
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () => import('./ToDoPage').then(({ ToDoPages }) => ({ default: ToDoPages })),
    });
  },
};
