/// <reference types="vite/client" />
import type { StrapiApp } from '@strapi/strapi/admin';
import {
  registerDashboard,
  registerEntrySearches,
  type PanelFeature,
  registerPanelLinks,
} from '#feature/admin/panel';
import { storeLayouts } from '#feature/layout';
import { answerWithoutLicence, loadPermissionsFirst } from '#platform/strapi/admin/requests';
import { hideDeveloperTools } from '#platform/strapi/admin/developer-tools';
import { adaptMenu } from '#platform/strapi/admin/menu';
import { askInPanelLanguage, startInBrowserLanguage } from '#platform/strapi/admin/language';
import { showPreviewAsButton } from '#platform/strapi/admin/styles';
import { startSettingsAtUsedPage } from '#platform/strapi/admin/pages';
import { startAll } from '#platform/strapi/admin/adapter-warnings';
import { createBrandConfig, brandTexts, showBrand } from './brand';
import { layouts, collectNames, publishingRules } from './forms';
import { hideWriting } from './read-only';

const features = Object.values(
  import.meta.glob<{ panel: PanelFeature }>('../plugins/**/admin/index.{ts,tsx}', { eager: true }),
).map(({ panel }) => panel);

const collectTexts = (language: 'en' | 'es'): Record<string, string> =>
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
    ...createBrandConfig(),
    locales: ['es'],
    translations: { en: collectTexts('en'), es: collectTexts('es') },
  },

  register(app: StrapiApp): void {
    startAll({
      'the language': () => {
        startInBrowserLanguage(['en', 'es']);
        askInPanelLanguage();
      },
      'the menu': () => adaptMenu(app),
      'the start of the settings': () => startSettingsAtUsedPage(app),
      'the preview button': showPreviewAsButton,
      'hidden developer tools': () => {
        if (!import.meta.env.DEV) hideDeveloperTools(app);
      },
      'the brand': showBrand,
    });
    storeLayouts(layouts);
    registerPanelLinks(features);
    registerEntrySearches(features);
    registerDashboard(app, features);
    startAll(
      Object.fromEntries(
        features.map(({ name, register }) => [name, () => register?.(app, forms)]),
      ),
    );
  },

  bootstrap(app: StrapiApp): void {
    startAll({
      'answers without a licence': answerWithoutLicence,
      'permissions first': loadPermissionsFirst,
      ...Object.fromEntries(
        features.map(({ name, bootstrap }) => [name, () => bootstrap?.(app, forms)]),
      ),
      'read-only types': () =>
        hideWriting(
          app,
          features.flatMap(({ readOnlyTypes = [] }) => readOnlyTypes),
        ),
    });
  },
};
