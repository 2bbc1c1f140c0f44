import { catalogue } from './api';
import { deadLinks } from './plugins/quality/dead-links';
import { documentation } from './api/documentation/feature';
import { documentPipeline } from './document-pipeline';
import { createApplication } from './feature/application';
import type { Feature } from './feature/feature';
import { foundation } from './foundation';
import { account } from './plugins/account';
import { audit } from './plugins/changes/audit';
import { bulkEdit } from './plugins/tables/bulk-edit';
import { catalogueHealth } from './plugins/quality/catalogue-health';
import { checkout } from './plugins/commerce/checkout';
import { concurrentEditing } from './plugins/changes/concurrent-editing';
import { contentApi } from './plugins/content-api';
import { edge } from './plugins/outbound/edge';
import { editor } from './plugins/panel/editor';
import { health } from './plugins/telemetry/health';
import { history } from './plugins/changes/history';
import { home } from './plugins/panel/home';
import { importExport } from './plugins/tables/import-export';
import { integrity } from './plugins/quality/integrity';
import { jsonLd } from './plugins/site/json-ld';
import { links } from './plugins/site/links';
import { lists } from './plugins/tables/lists';
import { mail } from './plugins/mail';
import { metrics } from './plugins/telemetry/metrics';
import { pages } from './plugins/pages';
import { partnerVideo } from './plugins/partner-video';
import { pictures } from './plugins/media/pictures';
import { positions } from './plugins/tables/positions';
import { preview } from './plugins/preview';
import { prices } from './plugins/commerce/prices';
import { readiness } from './plugins/quality/readiness';
import { redirects } from './plugins/site/redirects';
import { references } from './plugins/site/references';
import { relationPicker } from './plugins/tables/relation-picker';
import { rights } from './plugins/rights';
import { sameFiles } from './plugins/media/same-files';
import { search } from './plugins/search';
import { sitemaps } from './plugins/site/sitemaps';
import { siteOverview } from './plugins/quality/site-overview';
import { traces } from './plugins/telemetry/traces';
import { translationAge } from './plugins/quality/translation-age';
import { translations } from './plugins/panel/translations';
import { uploads } from './plugins/media/uploads';
import { usage } from './plugins/usage';
import { webhooks } from './plugins/outbound/webhooks';

/** The service: what is further down may rely on what is above it. */
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
  sameFiles,
  pictures,
  mail,
  account,
  contentApi,
  positions,
  prices,
  readiness,
  translations,
  catalogue,
  references,
  redirects,
  search,
  sitemaps,
  jsonLd,
  pages,
  siteOverview,
  translationAge,
  catalogueHealth,
  lists,
  bulkEdit,
  importExport,
  deadLinks,
  relationPicker,
  home,
  partnerVideo,
  checkout,
  edge,
  webhooks,
  documentation,
  preview,
  editor,
  health,
  metrics,
];

export default createApplication(features, documentPipeline);
