import { factories } from '@strapi/strapi';
import { listSeries, series } from '../../../contracts/series';
import { answer } from '../../../delivery/answer';
import { listAnswer } from '../../../delivery/list';
import { readerOf } from '../../../delivery/registry';
import { scopeOf } from '../../../delivery/scope';
import { statusOf } from '../../../delivery/status';

const UID = 'api::series.series';

export default factories.createCoreController(UID, ({ strapi }) => {
  const reader = readerOf({ strapi });

  return {
    list: answer(listSeries, async ({ query }, ctx) => {
      const scope = await scopeOf({ strapi }, query);
      return listAnswer(reader, UID, series, { ...scope, status: statusOf(ctx) }, query);
    }),
  };
});
