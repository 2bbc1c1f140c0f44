import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createHttpError } from '#platform/http/errors';
import { createRequestError } from '#platform/http/message-language';
import { createReadHandler } from '#delivery/handler';
import { byAddress, getThrottle } from '#platform/throttle';
import { fetchMissingProducts } from '#plugins/commerce/prices';
import { checkoutErrors } from '../../errors';
import { getProductPrices, listProductPrices } from '../../prices-contract';
import { PricesNotKnown, readPrices } from '../services/read-prices';
import { getCheckoutSettings } from '../services/provider/client';

const MINUTE = 60;

type Action = (ctx: Context) => Promise<void>;

export default ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });

  /**
   * Asks the provider for prices. Rate-limited, because all customers share the provider's own
   * limits.
   */
  const ask = async (ctx: Context, { payIDs, account }: PricesNotKnown): Promise<void> => {
    const { attemptsPerMinute } = getCheckoutSettings({ strapi });
    await getThrottle({ strapi }).consume(ctx, [
      byAddress({ name: 'checkout-prices', points: attemptsPerMinute, seconds: MINUTE }, ctx),
    ]);
    await fetchMissingProducts(
      { strapi },
      payIDs.map((payID) => ({ payID, account })),
    );
  };

  /**
   * Answers cached prices without a rate limit, and asks the provider for prices that are not
   * cached.
   */
  const withProviderQuery =
    (answer: Action): Action =>
    async (ctx) => {
      try {
        await answer(ctx).catch(async (error: unknown) => {
          if (!(error instanceof PricesNotKnown)) throw error;
          await ask(ctx, error);
          await answer(ctx);
        });
      } catch (error) {
        if (!(error instanceof PricesNotKnown)) throw error;
        const details = { productPayIDs: [...error.payIDs] };
        throw createRequestError(ctx, checkoutErrors.PRICES_NOT_KNOWN, { details });
      }
    };

  return {
    one: withProviderQuery(
      read(getProductPrices, async ({ params: { productPayID }, query }, view) => {
        const listQuery = { ...query, productPayIDs: [productPayID] };
        const { sold, refused } = await readPrices({ strapi }, view, listQuery);
        const [data] = sold;
        const [refusal] = refused;
        if (refusal !== undefined) throw createHttpError(refusal.refusal);
        if (data === undefined) {
          throw createHttpError(checkoutErrors.PRICES_NOT_KNOWN, {
            details: { productPayIDs: [productPayID] },
          });
        }
        return { data };
      }),
    ),

    many: withProviderQuery(
      read(listProductPrices, async ({ query }, view) => {
        const { sold, refused } = await readPrices({ strapi }, view, query);
        return {
          data: [...sold],
          notSold: refused.map(({ productPayID, refusal: { code } }) => ({ productPayID, code })),
        };
      }),
    ),
  };
};
