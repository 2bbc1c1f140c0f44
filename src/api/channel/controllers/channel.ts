import { factories } from '@strapi/strapi';
import { channel, channelListItem, getChannel, listChannels } from '../../../contracts/channel';
import { catalogueFailures } from '../../../contracts/failures';
import { failure } from '../../../contracts/kit/errors';
import { answer } from '../../../delivery/answer';
import { listAnswer } from '../../../delivery/list';
import { readerOf } from '../../../delivery/registry';
import { scopeOf } from '../../../delivery/scope';
import { statusOf } from '../../../delivery/status';

const UID = 'api::channel.channel';

export default factories.createCoreController(UID, ({ strapi }) => {
  const reader = readerOf({ strapi });

  return {
    byVertical: answer(listChannels, async ({ params: { vertical }, query }, ctx) => {
      const { where } = await scopeOf({ strapi }, { vertical });
      const options = { where, given: { vertical }, status: statusOf(ctx) };
      return listAnswer(reader, UID, channelListItem, options, query);
    }),

    bySlug: answer(getChannel, async ({ params: { slug }, query: { lang } }, ctx) => {
      await scopeOf({ strapi }, { lang });
      const found = await reader.one(UID, channel, {
        where: { slug },
        given: { lang },
        status: statusOf(ctx),
      });
      if (found === null) throw failure(catalogueFailures.CHANNEL_NOT_FOUND);
      return { data: found };
    }),
  };
});
