import { catalogue } from './api';
import { deadLinks } from './plugins/dead-links';
import { documentation } from './api/documentation/feature';
import { documentPipeline } from './document-pipeline';
import { createApplication } from './feature/application';
import type { Feature } from './feature/feature';
import { foundation } from './foundation';
import { account } from './plugins/account';
import { audit } from './plugins/audit';
import { bulkEdit } from './plugins/bulk-edit';
import { catalogueHealth } from './plugins/catalogue-health';
import { checkout } from './plugins/checkout';
import { concurrentEditing } from './plugins/concurrent-editing';
import { contentApi } from './plugins/content-api';
import { edge } from './plugins/edge';
import { editor } from './plugins/editor';
import { health } from './plugins/health';
import { history } from './plugins/history';
import { home } from './plugins/home';
import { importExport } from './plugins/import-export';
import { integrity } from './plugins/integrity';
import { jsonLd } from './plugins/json-ld';
import { links } from './plugins/links';
import { lists } from './plugins/lists';
import { mail } from './plugins/mail';
import { metrics } from './plugins/metrics';
import { pages } from './plugins/pages';
import { partnerVideo } from './plugins/partner-video';
import { pictures } from './plugins/pictures';
import { positions } from './plugins/positions';
import { preview } from './plugins/preview';
import { prices } from './plugins/prices';
import { readiness } from './plugins/readiness';
import { redirects } from './plugins/redirects';
import { references } from './plugins/references';
import { relationPicker } from './plugins/relation-picker';
import { rights } from './plugins/rights';
import { sameFiles } from './plugins/same-files';
import { search } from './plugins/search';
import { sitemaps } from './plugins/sitemaps';
import { siteOverview } from './plugins/site-overview';
import { traces } from './plugins/traces';
import { translationAge } from './plugins/translation-age';
import { translations } from './plugins/translations';
import { uploads } from './plugins/uploads';
import { usage } from './plugins/usage';
import { webhooks } from './plugins/webhooks';

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
