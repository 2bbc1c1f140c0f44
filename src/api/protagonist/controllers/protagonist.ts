import { factories } from '@strapi/strapi';
import { catalogueFailures } from '../../../contracts/failures';
import { failure } from '../../../contracts/kit/errors';
import { getProtagonist, protagonist } from '../../../contracts/protagonist';
import { delivering } from '../../../delivery/deliver';

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
