import { factories } from '@strapi/strapi';
import {
  getSeries,
  listSeries,
  series,
  seriesDetail,
  seriesDetailWithLogins,
  seriesWithLogins,
} from '../contract';
import { createReadHandler } from '../../../delivery/handler';
import { catalogueErrors } from '../../../catalogue/errors';
import { listAnswer } from '../../../catalogue/list-answer';
import { mayHaveLinks } from '../../../catalogue/login-links';
import { findRequestScope } from '../../../catalogue/request-scope';
import { pickFields } from '../../../catalogue/card';
import { createSlugFilter } from '../../../catalogue/slug-filter';
import { slugNotFound } from '../../../catalogue/slug-not-found';
import { createLinkHider } from '../services/hide-links';

const UID = 'api::series.series';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    list: read(listSeries, async ({ query }, view, whoAsks) => {
      const hasLinks = await mayHaveLinks({ strapi }, whoAsks);
      const scope = { ...(await findRequestScope(view, query)), parameters: { lang: query.lang } };
      if (hasLinks) return listAnswer(view, UID, series, scope, query);
      const { fields, ...whole } = query;
      const { data, ...rest } = await listAnswer(view, UID, seriesWithLogins, scope, whole);
      const hideLinks = createLinkHider(view);
      const withoutLinks = data
        .parse()
        .map(({ needLogin, version, ...one }) => hideLinks(one, { needLogin, version }));
      return { data: pickFields(withoutLinks, fields), ...rest };
    }),

    bySlug: read(getSeries, async ({ params: { slug, lang } }, view, whoAsks) => {
      const options = {
        where: createSlugFilter(view, UID, slug),
        locale: lang,
        parameters: { lang },
      };
      const hasLinks = await mayHaveLinks({ strapi }, whoAsks);
      const whole = hasLinks ? await view.readOne(UID, seriesDetail, options) : null;
      if (whole !== null) return { data: whole };
      const found = hasLinks ? null : await view.readOne(UID, seriesDetailWithLogins, options);
      if (found === null) {
        throw await slugNotFound({ strapi }, view, catalogueErrors.SERIES_NOT_FOUND, {
          uid: UID,
          slug,
          lang,
        });
      }
      const { version, ...one } = found.parse();
      const { needLogin } = one;
      return { data: createLinkHider(view)(one, { needLogin, version }) };
    }),
  };
});
