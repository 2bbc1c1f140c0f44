import type { Core } from '@strapi/types';
import { booksPage } from '../../api/books-page/layout';
import { channelsPage } from '../../api/channels-page/layout';
import { companyPage } from '../../api/company-page/layout';
import { contentsPage } from '../../api/contents-page/layout';
import { homePage } from '../../api/home-page/layout';
import { platformPage } from '../../api/platform-page/layout';
import { presentialsPage } from '../../api/presentials-page/layout';
import type { Feature } from '../../feature/feature';
import { releasesOf } from '../../releases';
import {
  getBooksPage,
  getChannelsPage,
  getCompanyPage,
  getContentsPage,
  getHomePage,
  getPlatformPage,
  getPresentialsPage,
} from './contract';
import { guardPagesInDatabase, registerPageGuard } from './server/one-per-line/one-per-vertical';
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
  register({ strapi }): void {
    registerPageGuard({ strapi });
    registerSlots({ strapi });
  },
  async bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
    if (!releasesOf({ strapi }).leavesDefinitions()) await guardPagesInDatabase({ strapi });
  },
};
