import { factories } from '@strapi/strapi';
import { catalogueErrors } from '../../../catalogue/errors';
import { findRequestScope } from '../../../catalogue/request-scope';
import { catalogueSettings } from '../../../catalogue/settings';
import { createSlugFilter } from '../../../catalogue/slug-filter';
import { slugNotFound } from '../../../catalogue/slug-not-found';
import { createReadHandler } from '../../../delivery/handler';
import { getLive, listNextLives, live } from '../contract';
import { pickFields } from '../../../catalogue/card';
import { parseStartOfLives, nextLivesStatement } from '../services/next-lives';
import { BUSINESS_LINE } from '../../../catalogue/business-line';

const UID = 'api::live.live';
/** Number of lives unless the request sets one. */
const NEXT = 10;

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });
  let nextLives: string | undefined;

  return {
    bySlug: read(getLive, async ({ params: { slug }, query: { lang } }, view) => {
      await findRequestScope(view, { lang });
      const found = await view.readOne(UID, live, {
        where: createSlugFilter(view, UID, slug),
        parameters: { lang },
      });
      if (found === null) {
        throw await slugNotFound({ strapi }, view, catalogueErrors.LIVE_NOT_FOUND, {
          uid: UID,
          slug,
        });
      }
      return { data: found };
    }),

    next: read(listNextLives, async ({ query }, view) => {
      const { from, vertical, lang, limit = NEXT, fields } = query;
      await findRequestScope(view, { vertical, lang });
      nextLives ??= nextLivesStatement({ strapi });
      const { livesTimeZone } = catalogueSettings.of({ strapi });
      const asked = [parseStartOfLives(from, livesTimeZone), vertical ?? null, limit];
      const rows = await view.runStatement<[string]>(
        nextLives,
        asked,
        [UID, BUSINESS_LINE],
        'content',
      );
      const documentId = rows.map(([id]) => id);
      if (documentId.length === 0) return { data: [] };
      const lives = (
        await view.readMany(UID, live, { where: { documentId }, parameters: { lang } })
      ).parse();
      const sorted = lives.toSorted(
        (one, other) => documentId.indexOf(one.documentId) - documentId.indexOf(other.documentId),
      );
      return { data: pickFields(sorted, fields) };
    }),
  };
});
