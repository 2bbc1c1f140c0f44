import { factories } from '@strapi/strapi';
import { channel, channelListItem, getChannel, listChannels } from '../contract';
import { catalogueErrors } from '#catalogue/errors';
import { createSlugNotFoundError } from '#catalogue/slug-not-found';
import { createReadHandler } from '#delivery/handler';
import type { DocumentFilter } from '#delivery/plan/field-source';
import { listAnswer } from '#catalogue/list-answer';
import { findRequestScope } from '#catalogue/request-scope';

const UID = 'api::channel.channel';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    byVertical: read(listChannels, async ({ params: { vertical }, query }, view) => {
      const { where } = await findRequestScope(view, { vertical, lang: query.lang });
      const options = { where, parameters: { vertical, lang: query.lang } };
      return listAnswer(view, UID, channelListItem, options, query);
    }),

    bySlug: read(getChannel, async ({ params: { slug }, query: { lang } }, view) => {
      await findRequestScope(view, { lang });
      const find = (where: DocumentFilter) =>
        view.readOne(UID, channel, { where, parameters: { lang } });
      // Channels without a slug are also listed, and are identified by their document id.
      const document = (await find({ slug })) ?? (await find({ documentId: slug }));
      if (document === null) {
        throw await createSlugNotFoundError({ strapi }, view, catalogueErrors.CHANNEL_NOT_FOUND, {
          uid: UID,
          slug,
        });
      }
      return { data: document };
    }),
  };
});
