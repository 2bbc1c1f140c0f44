import { catalogue } from './api';
import { documentation } from './api/documentation/feature';
import { documentPipeline } from './document-pipeline';
import { createApplication } from './feature/application';
import type { Feature } from './feature/feature';
import { foundation } from './foundation';
import { httpMiddlewares } from './http-middlewares';
import { readSections, type Settings } from './platform/settings';
import type { Variables } from './platform/settings/section';
import { account } from './plugins/account';
import { audit } from './plugins/changes/audit';
import { concurrentEditing } from './plugins/changes/concurrent-editing';
import { history } from './plugins/changes/history';
import { checkout } from './plugins/commerce/checkout';
import { prices } from './plugins/commerce/prices';
import { contentApi } from './plugins/content-api';
import { mail } from './plugins/mail';
import { pictures } from './plugins/media/pictures';
import { duplicateUploads } from './plugins/media/duplicate-uploads';
import { uploads } from './plugins/media/uploads';
import { cdnPurging } from './plugins/outbound/cdn-purging';
import { webhooks } from './plugins/outbound/webhooks';
import { pages } from './plugins/pages';
import { editor } from './plugins/panel/editor';
import { dashboard } from './plugins/panel/dashboard';
import { translations } from './plugins/panel/translations';
import { partnerVideo } from './plugins/partner-video';
import { preview } from './plugins/preview';
import { contentQuality } from './plugins/quality/content-quality';
import { brokenLinks } from './plugins/quality/broken-links';
import { integrity } from './plugins/quality/integrity';
import { publishingRules } from './plugins/quality/publishing-rules';
import { siteOverview } from './plugins/quality/site-overview';
import { staleTranslations } from './plugins/quality/stale-translations';
import { rights } from './plugins/rights';
import { search } from './plugins/search';
import { jsonLd } from './plugins/site/json-ld';
import { links } from './plugins/site/links';
import { redirects } from './plugins/site/redirects';
import { references } from './plugins/site/references';
import { sitemaps } from './plugins/site/sitemaps';
import { bulkEdit } from './plugins/tables/bulk-edit';
import { importExport } from './plugins/tables/import-export';
import { lists } from './plugins/tables/lists';
import { ordering } from './plugins/tables/ordering';
import { relationPicker } from './plugins/tables/relation-picker';
import { health } from './plugins/telemetry/health';
import { metrics } from './plugins/telemetry/metrics';
import { traces } from './plugins/telemetry/traces';
import { usage } from './plugins/usage';

/** Features of the service. Features may depend on those above them. */
export const features: readonly Feature[] = [
  ...foundation,
  traces,
  audit,
  rights,
  integrity,
  links,
  usage,
  history,
  concurrentEditing,
  uploads,
  duplicateUploads,
  pictures,
  mail,
  account,
  contentApi,
  ordering,
  prices,
  publishingRules,
  translations,
  catalogue,
  references,
  redirects,
  search,
  sitemaps,
  jsonLd,
  pages,
  siteOverview,
  staleTranslations,
  contentQuality,
  lists,
  bulkEdit,
  importExport,
  brokenLinks,
  relationPicker,
  dashboard,
  partnerVideo,
  checkout,
  cdnPurging,
  webhooks,
  documentation,
  preview,
  editor,
  health,
  metrics,
];

/** The last result: each file of `config/` reads the same variables during a start. */
let last: { key: string; settings: Settings } | undefined;

/**
 * Reads the settings of the whole service from the environment.
 *
 * @throws SettingsError that names every missing or malformed variable
 */
export const readSettings = (variables: Variables): Settings => {
  const key = JSON.stringify(variables);
  if (last?.key !== key) {
    const sections = features.flatMap(({ settings = [] }) => settings);
    last = { key, settings: readSections(sections, variables) };
  }
  return last.settings;
};

export default createApplication(features, httpMiddlewares, documentPipeline);
