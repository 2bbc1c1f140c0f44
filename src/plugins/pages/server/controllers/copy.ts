import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { langParam } from '../../../../platform/http/primitives';
import { localizedError } from '../../../../platform/http/localized-error';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { isPageType } from '../../../../catalogue/page-types';
import { pageToolsErrors, copyPage } from '../services/copy-page';

const parseBody = validateZodSchema(
  z.strictObject({
    from: z.strictObject({ locale: langParam }),
    to: z.strictObject({ locale: langParam, vertical: z.string().min(1) }),
  }),
);

export const copyController = ({ strapi }: WithStrapi) => ({
  async copy(ctx: Context): Promise<void> {
    const { model, documentId } = ctx.params as { model: string; documentId: string };
    if (!isPageType(model)) throw localizedError({ strapi }, pageToolsErrors.NOT_A_PAGE);
    const { from, to } = parseBody((ctx.request as { body?: unknown }).body);
    const { userAbility } = ctx.state as { userAbility?: unknown };
    const access = entryAccess({ strapi }, { ability: userAbility, uid: model });
    if (!(await access.mayWith('read', { documentId, locale: from.locale }))) {
      throw localizedError({ strapi }, pageToolsErrors.SOURCE_NOT_FOUND);
    }
    ctx.body = {
      data: await copyPage({ strapi }, { uid: model, documentId, locale: from.locale }, to),
    };
  },
});
