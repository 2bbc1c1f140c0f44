/// <reference types="vite/client" />
import type { StrapiApp } from '@strapi/strapi/admin';
import { registerDashboard } from '../feature/admin/dashboard';
import { registerEntrySearches } from '../feature/admin/entry-searches';
import { storeLayouts } from '../feature/form-layouts';
import type { PanelFeature } from '../feature/admin/panel';
import { registerPanelLinks } from '../feature/admin/panel-links';
import { answerWithoutLicence } from '../platform/strapi/admin/licensed-requests';
import { hideDeveloperTools } from '../platform/strapi/admin/developer-tools';
import { adaptMenu } from '../platform/strapi/admin/menu';
import { loadPermissionsFirst } from '../platform/strapi/admin/permissions-first';
import { askInPanelLanguage } from '../platform/strapi/admin/request-language';
import { showPreviewAsButton } from '../platform/strapi/admin/preview-button';
import { startSettingsAtUsedPage } from '../platform/strapi/admin/settings-start';
import { startInBrowserLanguage } from '../platform/strapi/admin/start-language';
import { brandConfig, brandTexts, showBrand } from './brand';
import { layouts, collectNames } from './layouts';
import { hideWriting } from './read-only';
import { publishingRules } from './publishing-rules';

const features = Object.values(
  import.meta.glob<{ panel: PanelFeature }>('../plugins/**/admin/index.{ts,tsx}', { eager: true }),
).map(({ panel }) => panel);

const textsIn = (language: 'en' | 'es'): Record<string, string> =>
  Object.assign(
    {},
    brandTexts[language],
    collectNames(language),
    ...features.map(({ translations }) => translations?.[language] ?? {}),
  ) as Record<string, string>;

const forms = { layouts, publishingRules };

/**
 * Configures the admin panel. Features add their parts from their own folders, which are found
 * automatically.
 */
export default {
  config: {
    ...brandConfig(),
    locales: ['es'],
    translations: { en: textsIn('en'), es: textsIn('es') },
  },

  register(app: StrapiApp): void {
    startInBrowserLanguage(['en', 'es']);
    askInPanelLanguage();
    adaptMenu(app);
    startSettingsAtUsedPage(app);
    showPreviewAsButton();
    if (!import.meta.env.DEV) hideDeveloperTools(app);
    showBrand();
    storeLayouts(layouts);
    registerPanelLinks(features);
    registerEntrySearches(features);
    registerDashboard(app, features);
    for (const { register } of features) register?.(app, forms);
  },

  bootstrap(app: StrapiApp): void {
    answerWithoutLicence();
    loadPermissionsFirst();
    for (const { bootstrap } of features) bootstrap?.(app, forms);
    hideWriting(
      app,
      features.flatMap(({ readOnlyTypes = [] }) => readOnlyTypes),
    );
  },
};
