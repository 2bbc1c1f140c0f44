import { CheckCircle } from '@strapi/icons';
import { WRITERS, type PanelFeature } from '../../../../feature/admin/panel';
import { belowActions, contentManagerOf } from '../../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { withErrorCheck } from './BulkPublish';
import { OpenAtField } from './OpenAtField';
import { ReadinessPanel } from './ReadinessPanel';
import { Refusal } from './Refusal';
import { hearRefusals } from './refusals';
import { learnRules } from './rules';
import { message } from './texts';

/** Shows publishing errors beside forms, in lists, and on a page of all entries. */
export const panel: PanelFeature = {
  name: 'readiness',
  translations: { en, es },
  register(app): void {
    app.addMenuLink({
      to: 'plugins/readiness',
      icon: CheckCircle,
      intlLabel: message('readiness.page.title'),
      permissions: WRITERS,
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () =>
        import('./EntriesPage').then(({ EntriesPage }) => ({ default: EntriesPage })),
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
