import type { Core } from '@strapi/types';
import { createReadHandler } from '../../../../reading/handler';
import { listMedia, mediaFacts } from '../../media-contract';
import { FILE } from '../file-rows';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  list: createReadHandler({ strapi })(listMedia, async ({ query: { ids } }, view) => ({
    data: await view.many(FILE, mediaFacts, { where: { documentId: ids } }),
  })),
});
