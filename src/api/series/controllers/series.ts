import { factories } from '@strapi/strapi';
import { listSeries, series } from '../contract';
import { createReadHandler } from '../../../reading/handler';
import { listAnswer } from '../../../catalogue/list';
import { scopeOf } from '../../../catalogue/scope';

const UID = 'api::series.series';

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    list: read(listSeries, async ({ query }, view) => {
      const scope = await scopeOf(view, query);
      return listAnswer(view, UID, series, scope, query);
    }),
  };
});
