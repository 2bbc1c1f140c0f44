import { factories } from '@strapi/strapi';
import { channel, channelListItem, getChannel, listChannels } from '../contract';
import { catalogueErrors } from '../../../catalogue/errors';
import { slugNotFound } from '../../../plugins/redirects';
import { createReadHandler } from '../../../reading/handler';
import { listAnswer } from '../../../catalogue/list';
import { scopeOf } from '../../../catalogue/scope';

const UID = 'api::channel.channel';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    byVertical: read(listChannels, async ({ params: { vertical }, query }, view) => {
      const { where } = await scopeOf(view, { vertical, lang: query.lang });
      const options = { where, parameters: { vertical } };
      return listAnswer(view, UID, channelListItem, options, query);
    }),

    bySlug: read(getChannel, async ({ params: { slug }, query: { lang } }, view) => {
      await scopeOf(view, { lang });
      const found = await view.one(UID, channel, {
        where: { slug },
        parameters: { lang },
      });
      if (found === null) {
        throw await slugNotFound({ strapi }, view, catalogueErrors.CHANNEL_NOT_FOUND, {
          uid: UID,
          slug,
        });
      }
      return { data: found };
    }),
  };
});
