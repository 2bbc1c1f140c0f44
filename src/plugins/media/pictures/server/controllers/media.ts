import type { WithStrapi } from '../../../../../platform/strapi/with-strapi';
import { createReadHandler } from '../../../../../delivery/handler';
import { listMedia, mediaFacts } from '../../contract';
import { FILE } from '../file-rows';

export default ({ strapi }: WithStrapi) => ({
  list: createReadHandler({ strapi })(listMedia, async ({ query: { ids } }, view) => ({
    data: await view.readMany(FILE, mediaFacts, { where: { documentId: ids } }),
  })),
});
