import { type PanelFeature, getPanelLink } from '#feature/admin/panel';
import { getContentManager } from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { isPageType } from '#catalogue/page-types';
import { CopyPageAction } from './CopyPageAction';

type Links = { ctLinks: readonly { uid?: string }[] };

/** Adds the copy action for pages to the content manager. */
export const panel: PanelFeature = {
  name: 'pages',
  translations: { en, es },
  bootstrap(app): void {
    getContentManager(app).addDocumentAction((actions) => [...actions, CopyPageAction]);
    // A page of the menu lists them by business line and language.
    if (getPanelLink('sitePages') === undefined) return;
    app.registerHook(
      'Admin/CM/pages/App/mutate-collection-types-links',
      <Changed extends Links>(links: Changed): Changed => ({
        ...links,
        ctLinks: links.ctLinks.filter(({ uid = '' }) => !isPageType(uid)),
      }),
    );
  },
};
