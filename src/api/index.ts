import { homeComponents, pageComponents } from '#catalogue/component-layouts/page';
import { languageComponents } from '#catalogue/component-layouts/language';
import { liveComponents } from '#catalogue/component-layouts/live';
import { productComponents } from '#catalogue/component-layouts/product';
import { sharedComponents } from '#catalogue/component-layouts/shared';
import { createShelvesRules } from '#catalogue/page-publishing-rules';
import { catalogueSettings } from '#catalogue/settings';
import type { Feature } from '#feature/feature';
import { createRowIdAliasTrigger } from '#delivery/invalidation/row-id-aliases';
import { shelvesPage } from '#catalogue/shelves-page';
import { getHomePage, homePage as homePageForm } from './home-page/contract';
import { homePage } from './home-page/layout';
import { homePagePublishingRules } from './home-page/publishing-rules';
import {
  getPresentialsPage,
  presentialsPage as presentialsPageForm,
} from './presentials-page/contract';
import { presentialsPage } from './presentials-page/layout';
import { getBooksPage } from './books-page/contract';
import { booksPage } from './books-page/layout';
import { getContentsPage } from './contents-page/contract';
import { contentsPage } from './contents-page/layout';
import { getCompanyPage, companyPage as companyPageForm } from './company-page/contract';
import { companyPage } from './company-page/layout';
import { companyPagePublishingRules } from './company-page/publishing-rules';
import { getChannelsPage, channelsPage as channelsPageForm } from './channels-page/contract';
import { channelsPage } from './channels-page/layout';
import { channelsPagePublishingRules } from './channels-page/publishing-rules';
import { getPlatformPage, platformPage as platformPageForm } from './platform-page/contract';
import { platformPage } from './platform-page/layout';
import { platformPagePublishingRules } from './platform-page/publishing-rules';
import { category } from './category/layout';
import { categoryPublishingRules } from './category/publishing-rules';
import { channel as channelForm, getChannel, listChannels } from './channel/contract';
import { channel } from './channel/layout';
import { channelPublishingRules } from './channel/publishing-rules';
import { getEpisode, listEpisodesBySeries } from './episode/contract';
import { episode } from './episode/layout';
import { episodePublishingRules } from './episode/publishing-rules';
import { getLive, listNextLives, live as liveForm } from './live/contract';
import { live } from './live/layout';
import { livePublishingRules } from './live/publishing-rules';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
  productPreview,
} from './product/contract';
import { product } from './product/layout';
import { productPublishingRules } from './product/publishing-rules';
import { getProtagonist, protagonist as protagonistForm } from './protagonist/contract';
import { protagonist } from './protagonist/layout';
import { protagonistPublishingRules } from './protagonist/publishing-rules';
import { getSeries, listSeries, series as seriesForm } from './series/contract';
import { series } from './series/layout';
import { seriesPublishingRules } from './series/publishing-rules';
import { vertical } from './vertical/layout';

/** Holds the content types of the catalogue and of its pages, with their endpoints. */
export const catalogue: Feature = {
  name: 'catalogue',
  settings: [catalogueSettings],
  endpoints: [
    listBooks,
    listCourses,
    listMasters,
    listProducts,
    getProductBySlug,
    getProductById,
    getProtagonist,
    listChannels,
    getChannel,
    listSeries,
    getSeries,
    listEpisodesBySeries,
    getEpisode,
    getLive,
    listNextLives,
    getHomePage,
    getPresentialsPage,
    getBooksPage,
    getContentsPage,
    getCompanyPage,
    getChannelsPage,
    getPlatformPage,
  ],
  definitions: ({ strapi }) => [createRowIdAliasTrigger({ strapi }, 'api::product.product')],
  previews: {
    'api::product.product': productPreview,
    'api::channel.channel': channelForm,
    'api::series.series': seriesForm,
    'api::protagonist.protagonist': protagonistForm,
    'api::live.live': liveForm,
    'api::home-page.home-page': homePageForm,
    'api::presentials-page.presentials-page': presentialsPageForm,
    'api::books-page.books-page': shelvesPage,
    'api::contents-page.contents-page': shelvesPage,
    'api::company-page.company-page': companyPageForm,
    'api::channels-page.channels-page': channelsPageForm,
    'api::platform-page.platform-page': platformPageForm,
  },
  layouts: {
    types: [
      product,
      channel,
      series,
      episode,
      protagonist,
      live,
      category,
      vertical,
      homePage,
      presentialsPage,
      booksPage,
      contentsPage,
      companyPage,
      channelsPage,
      platformPage,
    ],
    components: [
      ...sharedComponents,
      ...productComponents,
      ...languageComponents,
      ...liveComponents,
      ...pageComponents,
      ...homeComponents,
    ],
  },
  publishingRules: [
    productPublishingRules,
    channelPublishingRules,
    seriesPublishingRules,
    episodePublishingRules,
    protagonistPublishingRules,
    livePublishingRules,
    categoryPublishingRules,
    homePagePublishingRules,
    createShelvesRules('presentials-page'),
    createShelvesRules('books-page'),
    createShelvesRules('contents-page'),
    companyPagePublishingRules,
    channelsPagePublishingRules,
    platformPagePublishingRules,
  ],
};
