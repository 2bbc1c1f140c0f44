import { factories } from '@strapi/strapi';
import { channel, channelListItem, getChannel, listChannels } from '../../../contracts/channel';
import { catalogueFailures } from '../../../contracts/failures';
import { failure } from '../../../contracts/kit/errors';
import { delivering } from '../../../delivery/deliver';
import { listAnswer } from '../../../delivery/list';
import { scopeOf } from '../../../delivery/scope';

const UID = 'api::channel.channel';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    byVertical: deliver(listChannels, async ({ params: { vertical }, query }, view) => {
      const { where } = await scopeOf(view, { vertical, lang: query.lang });
      const options = { where, given: { vertical } };
      return listAnswer(view, UID, channelListItem, options, query);
    }),

    bySlug: deliver(getChannel, async ({ params: { slug }, query: { lang } }, view) => {
      await scopeOf(view, { lang });
      const found = await view.one(UID, channel, {
        where: { slug },
        given: { lang },
      });
      if (found === null) throw failure(catalogueFailures.CHANNEL_NOT_FOUND);
      return { data: found };
    }),
  };
});
