import { factories } from '@strapi/strapi';
import { catalogueFailures } from '../../../http/common-errors';
import { failure } from '../../../http/errors';
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
      if (found === null) throw failure(catalogueFailures.PROTAGONIST_NOT_FOUND);
      return { data: found };
    }),
  };
});
