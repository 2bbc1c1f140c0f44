import { factories } from '@strapi/strapi';
import { catalogueFailures } from '../../../contracts/failures';
import { failure } from '../../../contracts/kit/errors';
import { getProtagonist, protagonist } from '../../../contracts/protagonist';
import { answer } from '../../../delivery/answer';
import { readerOf } from '../../../delivery/registry';
import { statusOf } from '../../../delivery/status';

const UID = 'api::protagonist.protagonist';

export default factories.createCoreController(UID, ({ strapi }) => {
  const reader = readerOf({ strapi });

  return {
    bySlug: answer(getProtagonist, async ({ params: { slug, lang } }, ctx) => {
      const found = await reader.one(UID, protagonist, {
        where: { slug },
        locale: lang,
        status: statusOf(ctx),
      });
      if (found === null) throw failure(catalogueFailures.PROTAGONIST_NOT_FOUND);
      return { data: found };
    }),
  };
});
