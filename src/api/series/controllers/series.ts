import { factories } from '@strapi/strapi';
import { listSeries, series } from '../../../contracts/series';
import { delivering } from '../../../delivery/deliver';
import { listAnswer } from '../../../delivery/list';
import { scopeOf } from '../../../delivery/scope';

const UID = 'api::series.series';

export default factories.createCoreController(UID, ({ strapi }) => {
  const deliver = delivering({ strapi });

  return {
    list: deliver(listSeries, async ({ query }, view) => {
      const scope = await scopeOf(view, query);
      return listAnswer(view, UID, series, scope, query);
    }),
  };
});
