import { homeComponents } from '../catalogue/component-layouts/home';
import { liveComponents } from '../catalogue/component-layouts/live';
import { pageComponents } from '../catalogue/component-layouts/page';
import { productComponents } from '../catalogue/component-layouts/product';
import { sharedComponents } from '../catalogue/component-layouts/shared';
import { catalogueSettings } from '../catalogue/settings';
import type { Feature } from '../feature/feature';
import { category } from './category/layout';
import { getChannel, listChannels } from './channel/contract';
import { channel } from './channel/layout';
import { listEpisodesBySeries } from './episode/contract';
import { episode } from './episode/layout';
import { live } from './live/layout';
import {
  getProductById,
  getProductBySlug,
  listBooks,
  listCourses,
  listMasters,
  listProducts,
} from './product/contract';
import { product } from './product/layout';
import { getProtagonist } from './protagonist/contract';
import { protagonist } from './protagonist/layout';
import { listSeries } from './series/contract';
import { series } from './series/layout';
import { vertical } from './vertical/layout';

/** Products, channels, series, episodes, protagonists and lives. */
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
    listEpisodesBySeries,
  ],
  layouts: {
    types: [product, channel, series, episode, protagonist, live, category, vertical],
    components: [
      ...sharedComponents,
      ...productComponents,
      ...liveComponents,
      ...pageComponents,
      ...homeComponents,
    ],
  },
};
