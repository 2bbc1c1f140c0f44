import { booksPage } from '../../../api/books-page/layout';
import { category } from '../../../api/category/layout';
import { channel } from '../../../api/channel/layout';
import { channelsPage } from '../../../api/channels-page/layout';
import { checkoutOrder } from '../../checkout/layout';
import { companyPage } from '../../../api/company-page/layout';
import { homeComponents } from '../../../catalogue/component-layouts/home';
import { liveComponents } from '../../../catalogue/component-layouts/live';
import { pageComponents } from '../../../catalogue/component-layouts/page';
import { productComponents } from '../../../catalogue/component-layouts/product';
import { sharedComponents } from '../../../catalogue/component-layouts/shared';
import { contentsPage } from '../../../api/contents-page/layout';
import { emailTemplate } from '../../../api/email-template/layout';
import { episode } from '../../../api/episode/layout';
import { homePage } from '../../../api/home-page/layout';
import type { Layout } from '../../../feature/layout';
import { live } from '../../../api/live/layout';
import { partnerVideoGrant } from '../../partner-video/layout';
import { platformPage } from '../../../api/platform-page/layout';
import { presentialsPage } from '../../../api/presentials-page/layout';
import { product } from '../../../api/product/layout';
import { protagonist } from '../../../api/protagonist/layout';
import { series } from '../../../api/series/layout';
import { user } from '../../account/layout';
import { vertical } from '../../../api/vertical/layout';

/** Every content type whose form is laid out here; one line joins another. */
export const typeLayouts: readonly Layout[] = [
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
  emailTemplate,
  user,
  checkoutOrder,
  partnerVideoGrant,
];

export const componentLayouts: readonly Layout[] = [
  ...sharedComponents,
  ...productComponents,
  ...liveComponents,
  ...pageComponents,
  ...homeComponents,
];
