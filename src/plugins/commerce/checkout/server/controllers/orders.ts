import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createHandler } from '#platform/http/handler';
import { getTable } from '#platform/strapi/queries';
import { byAddress, getThrottle } from '#platform/throttle';
import { openBillingPortal } from '../../contract';
import {
  type Entitlement,
  getCheckoutOutcome,
  listEntitlements,
  listOrders,
} from '../../orders-contract';
import { createBillingPortalUrl } from '../services/billing-portal';
import { loadEntitlements } from '../services/orders/entitlements';
import { listOrdersOf } from '../services/orders/list';
import { loadCheckoutOutcome } from '../services/orders/sync';
import { getCheckoutSettings } from '../services/provider/client';
import { uids } from '../types';

const MINUTE = 60;

/** Polls per allowed checkout: a page that waits for its payment polls every few seconds. */
const ASKED_PER_CHECKOUT = 5;

/**
 * Returns the entitlements to products that are sold under a payment identifier. The identifier of
 * a draft counts only while no version of its product, and no product with it, is published.
 */
const filterEntitlements = async (
  { strapi }: WithStrapi,
  entitlements: readonly Entitlement[],
  payID: string,
): Promise<Entitlement[]> => {
  type Row = { documentId: string; payID: string | null; publishedAt: string | null };
  const ownIds = new Set(entitlements.map(({ product }) => product.documentId));
  const products = await getTable<Row>({ strapi }, 'api::product.product').findMany({
    where: { $or: [{ payID }, { documentId: { $in: [...ownIds] } }] },
    select: ['documentId', 'payID', 'publishedAt'],
  });
  const published = products.filter(({ publishedAt }) => publishedAt !== null);
  const publishedIds = new Set(published.map(({ documentId }) => documentId));
  const isPublished = published.some((product) => product.payID === payID);
  const current = isPublished
    ? published
    : products.filter(
        ({ documentId, publishedAt }) =>
          publishedAt !== null || (ownIds.has(documentId) && !publishedIds.has(documentId)),
      );
  const currentIds = new Set(current.map(({ documentId }) => documentId));
  const soldProductIds = new Set(
    current.filter((product) => product.payID === payID).map(({ documentId }) => documentId),
  );
  // Entitlements may be to products that were deleted, unpublished or now have another identifier.
  // Their orders keep the identifier of the purchase.
  const orders = await getTable<{ documentId: string }>({ strapi }, uids.order).findMany({
    where: {
      documentId: { $in: entitlements.flatMap((entitlement) => entitlement.orders) },
      productPayId: payID,
    },
    select: ['documentId'],
  });
  const bought = new Set(orders.map(({ documentId }) => documentId));
  return entitlements.filter(
    ({ product: { documentId }, orders: ownOrders }) =>
      soldProductIds.has(documentId) ||
      ((soldProductIds.size === 0 || !currentIds.has(documentId)) &&
        ownOrders.some((order) => bought.has(order))),
  );
};

export default ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  const outcome = handle(getCheckoutOutcome, async ({ params, ctx }) => {
    const points = ASKED_PER_CHECKOUT * getCheckoutSettings({ strapi }).attemptsPerMinute;
    await getThrottle({ strapi }).consume(ctx, [
      byAddress({ name: 'checkout-outcome', points, seconds: MINUTE }, ctx),
    ]);
    return { data: await loadCheckoutOutcome({ strapi }, params.id) };
  });

  return {
    list: handle(listOrders, ({ query, caller }) =>
      listOrdersOf({ strapi }, { student: caller, ...query }),
    ),

    entitlements: handle(listEntitlements, async ({ caller, query: { productPayID } }) => {
      const all = await loadEntitlements({ strapi }, caller);
      if (productPayID === undefined) return { data: all };
      return { data: await filterEntitlements({ strapi }, all, productPayID) };
    }),

    billingPortal: handle(openBillingPortal, async ({ body, caller, ctx }) => {
      const points = getCheckoutSettings({ strapi }).attemptsPerMinute;
      await getThrottle({ strapi }).consume(ctx, [
        { limit: { name: 'billing-portal', points, seconds: MINUTE }, key: String(caller.id) },
      ]);
      const { order, return_url: returnUrl } = body;
      const url = await createBillingPortalUrl({ strapi }, { student: caller, order, returnUrl });
      return { data: { url } };
    }),

    async outcome(ctx: Context): Promise<void> {
      // Set before the handler runs, so that caches do not store errors either.
      ctx.set('Cache-Control', 'no-store');
      await outcome(ctx);
    },
  };
};
