import { factories } from '@strapi/strapi';
import { listSeries, series, seriesWithLogins } from '../contract';
import { createReadHandler } from '../../../delivery/handler';
import { listAnswer } from '../../../catalogue/list';
import { mayHaveLinks } from '../../../catalogue/login-links';
import { scopeOf } from '../../../catalogue/scope';
import { withoutKeptLinks } from '../services/kept-links';

const UID = 'api::series.series';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    list: read(listSeries, async ({ query }, view, whoAsks) => {
      const hasLinks = await mayHaveLinks({ strapi }, whoAsks);
      const scope = { ...(await scopeOf(view, query)), parameters: { lang: query.lang } };
      if (hasLinks) return listAnswer(view, UID, series, scope, query);
      const { data, ...rest } = await listAnswer(view, UID, seriesWithLogins, scope, query);
      return { data: data.parse().map(withoutKeptLinks(view)), ...rest };
    }),
  };
});
