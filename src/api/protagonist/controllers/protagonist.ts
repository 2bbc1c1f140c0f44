import { factories } from '@strapi/strapi';
import { catalogueErrors } from '../../../http/common-errors';
import { httpError } from '../../../http/errors';
import { getProtagonist, protagonist } from '../contract';
import { delivering } from '../../../reading/handler';

const UID = 'api::protagonist.protagonist';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    bySlug: deliver(getProtagonist, async ({ params: { slug, lang } }, view) => {
      const found = await view.one(UID, protagonist, {
        where: { slug },
        locale: lang,
      });
      if (found === null) throw httpError(catalogueErrors.PROTAGONIST_NOT_FOUND);
      return { data: found };
    }),
  };
});
