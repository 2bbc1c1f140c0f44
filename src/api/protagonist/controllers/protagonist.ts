import { factories } from '@strapi/strapi';
import { catalogueErrors } from '#catalogue/errors';
import { createSlugFilter, createSlugNotFoundError } from '#catalogue/slug-not-found';
import { getProtagonist, protagonist } from '../contract';
import { createReadHandler } from '#delivery/handler';

const UID = 'api::protagonist.protagonist';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    bySlug: read(getProtagonist, async ({ params: { slug, lang } }, view) => {
      const document = await view.readOne(UID, protagonist, {
        where: createSlugFilter(view, UID, slug),
        locale: lang,
        parameters: { lang },
      });
      if (document === null) {
        throw await createSlugNotFoundError(
          { strapi },
          view,
          catalogueErrors.PROTAGONIST_NOT_FOUND,
          {
            uid: UID,
            slug,
            lang,
          },
        );
      }
      return { data: document };
    }),
  };
});
