import { validateZodSchema, z } from '@strapi/utils';
import { integerParam } from '../../../../../platform/http/query-numbers';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { UnlinkedPaymentProducts } from '../../../../../feature/unlinked-payment-products';
import { commonErrors } from '../../../../../platform/http/common-errors';
import { httpError } from '../../../../../platform/http/errors';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { contentTypesOf } from '../../../../../platform/strapi/models';
import { PAYMENT_PRODUCT, soldTypes, unlinkedPaymentProducts } from '../../../../commerce/prices';
import { missingPages } from '../../../site-overview';
import type { Health } from '../../health';
import { filesWith } from '../files';
import { groupsFor } from '../groups';
import { isScanning, queueFullScan } from '../jobs';
import { scanStateOf } from '../scan/scan-state';
import { findMissingEntries } from '../missing-entries';

const READ_FILES = 'plugin::upload.read';

const page = integerParam({ min: 1, max: 10_000, fallback: 1 });

const parseFiles = validateZodSchema(z.strictObject({ code: z.string().max(100), page }));
const parsePage = validateZodSchema(z.strictObject({ page }));

/** Number of payment products a page. */
const PAGE = 50;

type Ability = { can: (action: string) => boolean };

const abilityOf = (ctx: Context): Ability => (ctx.state as { userAbility: Ability }).userAbility;

/** Serves the panel's page "Health". */
export const healthController = ({ strapi }: WithStrapi) => {
  /**
   * Returns payment products without an entry, if the user may create one. They belong to no
   * business line.
   */
  const unlinkedProductsFor = async (
    ability: Ability,
    from: number,
  ): Promise<UnlinkedPaymentProducts> => {
    const mayFix = soldTypes({ strapi }).some((uid) =>
      entryAccess({ strapi }, { ability, uid }).may('create', PAYMENT_PRODUCT),
    );
    if (!mayFix) return { products: [], total: 0 };
    return unlinkedPaymentProducts({ strapi }, { from, most: PAGE });
  };

  const may = (ability: Ability, action: 'read' | 'update'): boolean =>
    contentTypesOf({ strapi }).some(
      ({ uid }) => uid.startsWith('api::') && entryAccess({ strapi }, { ability, uid }).may(action),
    );

  return {
    async find(ctx: Context): Promise<void> {
      const ability = abilityOf(ctx);
      const scanState = await scanStateOf({ strapi }).get({});
      const maySeeFiles = ability.can(READ_FILES);
      const health: Health = {
        maySee: maySeeFiles || may(ability, 'read'),
        groups: await groupsFor({ strapi }, { ability, maySeeFiles }),
        missingPages: (await missingPages({ strapi }, ability)).length,
        unlinkedPaymentProducts: (await unlinkedProductsFor(ability, 0)).total,
        scannedAt: scanState?.everythingAt ?? null,
        isScanning: await isScanning({ strapi }),
      };
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: health };
    },

    /** Answers the unpublished entries that pages refer to. */
    async waiting(ctx: Context): Promise<void> {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data: await findMissingEntries({ strapi }, abilityOf(ctx)) };
    },

    /**
     * Starts a full scan. Only users who see Health in the menu may do so, because it reads the
     * whole catalogue.
     */
    async look(ctx: Context): Promise<void> {
      if (!may(abilityOf(ctx), 'update')) throw httpError(commonErrors.NOT_ALLOWED);
      await queueFullScan({ strapi });
      ctx.status = 202;
      ctx.body = { data: { isScanning: true } };
    },

    async files(ctx: Context): Promise<void> {
      ctx.body = { data: await filesWith({ strapi }, parseFiles(ctx.query)) };
    },

    async paymentProducts(ctx: Context): Promise<void> {
      const at = parsePage(ctx.query);
      ctx.body = { data: await unlinkedProductsFor(abilityOf(ctx), (at.page - 1) * PAGE) };
    },
  };
};
