import type { WithStrapi } from '../../../../platform/with-strapi';
import { createHandler } from '../../../../platform/http/handler';
import { getVisitorAddress } from '../../contract';
import { isVouched } from '../visitors';

/** Returns the controller of visitors. Names of its actions are part of permissions of API tokens. */
export const visitorsController = ({ strapi }: WithStrapi) => ({
  vouch: createHandler({ strapi })(getVisitorAddress, ({ ctx }) => {
    ctx.set('Cache-Control', 'private, no-store');
    return { data: { address: ctx.request.ip, isVouched: isVouched(ctx) } };
  }),
});
