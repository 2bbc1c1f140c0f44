import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { messageLanguageOf } from '../../../../platform/http/message-language';
import { tableOf } from '../../../../platform/strapi/queries';
import { rightsErrors } from '../errors';
import { refuseExceedingCaller } from '../guard-administrators';
import { lineRolePermissions, makeLineRole, rolesOfLine } from '../line-role';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

type BusinessLine = { documentId: string; name: string; slug: string };

/** Lists and creates the roles of one business line. */
export const rightsController = ({ strapi }: WithStrapi) => {
  const lineAt = async (ctx: Context): Promise<BusinessLine> => {
    const { documentId } = ctx.params as { documentId: string };
    const line = await tableOf<BusinessLine>({ strapi }, BUSINESS_LINE).findOne({
      where: { documentId },
      select: ['documentId', 'name', 'slug'],
    });
    if (line === null) throw localizedError({ strapi }, rightsErrors.LINE_UNKNOWN);
    return line;
  };

  return {
    async find(ctx: Context): Promise<void> {
      const { documentId } = await lineAt(ctx);
      ctx.body = { data: await rolesOfLine({ strapi }, documentId) };
    },

    async create(ctx: Context): Promise<void> {
      const line = await lineAt(ctx);
      await refuseExceedingCaller({ strapi }, ctx, await lineRolePermissions({ strapi }, line));
      const role = await makeLineRole({ strapi }, line, messageLanguageOf(ctx));
      ctx.status = 201;
      ctx.body = { data: role };
    },
  };
};
