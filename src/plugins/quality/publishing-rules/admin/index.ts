import type { PanelFeature } from '../../../../feature/admin/panel';
import { belowActions, contentManagerOf } from '../../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { withErrorCheck } from './BulkPublish';
import { OpenAtField } from './OpenAtField';
import { ReadinessPanel } from './ReadinessPanel';
import { Refusal } from './Refusal';
import { hearRefusals } from './refusals';
import { learnRules } from './rules';

/** Shows publishing errors beside forms, in lists, and on a page of all entries. */
export const panel: PanelFeature = {
  name: 'readiness',
  translations: { en, es },
  register(app): void {
    // The to-do list links to this page.
    app.router.addRoute({
      path: 'plugins/readiness/*',
      lazy: async () => ({ Component: (await import('./EntriesPage')).EntriesPage }),
    });
  },
  bootstrap(app, forms): void {
    learnRules(forms);
    hearRefusals();
    const contentManager = contentManagerOf(app);
    contentManager.addEditViewSidePanel(belowActions(ReadinessPanel));
    app.getPlugin('content-manager').injectComponent('editView', 'right-links', {
      name: 'readiness-refusal',
      Component: Refusal,
    });
    app.getPlugin('content-manager').injectComponent('editView', 'right-links', {
      name: 'readiness-open-at-field',
      Component: OpenAtField,
    });
    contentManager.addBulkAction((actions) =>
      actions.map((action) => (action.type === undefined ? withErrorCheck(action) : action)),
    );
  },
};
