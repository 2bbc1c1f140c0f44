import { booksPage } from './books-page';
import { category } from './category';
import { channel } from './channel';
import { channelsPage } from './channels-page';
import { checkoutOrder } from './checkout-order';
import { companyPage } from './company-page';
import { homeComponents } from './components/home';
import { liveComponents } from './components/live';
import { pageComponents } from './components/page';
import { productComponents } from './components/product';
import { sharedComponents } from './components/shared';
import { contentsPage } from './contents-page';
import { emailTemplate } from './email-template';
import { episode } from './episode';
import { homePage } from './home-page';
import type { Layout } from './layout';
import { live } from './live';
import { partnerVideoGrant } from './partner-video-grant';
import { platformPage } from './platform-page';
import { presentialsPage } from './presentials-page';
import { product } from './product';
import { protagonist } from './protagonist';
import { series } from './series';
import { user } from './user';
import { vertical } from './vertical';

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
