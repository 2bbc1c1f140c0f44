import { booksPage } from '../../api/books-page/layout';
import { channelsPage } from '../../api/channels-page/layout';
import { companyPage } from '../../api/company-page/layout';
import { contentsPage } from '../../api/contents-page/layout';
import { homePage } from '../../api/home-page/layout';
import { platformPage } from '../../api/platform-page/layout';
import { presentialsPage } from '../../api/presentials-page/layout';
import type { Feature } from '../../feature/feature';
import {
  getBooksPage,
  getChannelsPage,
  getCompanyPage,
  getContentsPage,
  getHomePage,
  getPlatformPage,
  getPresentialsPage,
} from './contract';
import { pageDefinitions, registerPageGuard } from './server/one-per-line/one-per-vertical';
import { registerSlots } from './server/slots/register';

/** Page documents: one a business line, without holes, copied and looked up in the panel. */
export const pages: Feature = {
  name: 'pages',
  isPlugin: true,
  endpoints: [
    getHomePage,
    getPresentialsPage,
    getBooksPage,
    getContentsPage,
    getCompanyPage,
    getChannelsPage,
    getPlatformPage,
  ],
  layouts: {
    types: [
      homePage,
      presentialsPage,
      booksPage,
      contentsPage,
      companyPage,
      channelsPage,
      platformPage,
    ],
  },
  definitions: pageDefinitions,
  register({ strapi }): void {
    registerPageGuard({ strapi });
    registerSlots({ strapi });
  },
};
