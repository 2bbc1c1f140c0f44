import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { negotiateLanguage } from '../../../../platform/http/message-language';
import { mailKindNamed } from '../kinds';
import { templatesOf } from '../templates/select-template';

/** Kind of mail and business line that sends it. */
type Mail = { kind: string; vertical: string | null };

/**
 * Returns the caller's preferred language among those that have a text; null if they accept none or
 * send no preference. Languages without a text are skipped, so that the caller's second choice is
 * used.
 */
export const readerLanguage = async (
  { strapi }: WithStrapi,
  ctx: Context,
  { kind, vertical }: Mail,
): Promise<string | null> => {
  const accepted = ctx.get('Accept-Language').trim();
  if (accepted === '' || accepted === '*') return null;
  const published = await templatesOf({ strapi }).findMany({
    where: { kind, publishedAt: { $notNull: true } },
    select: ['locale'],
    populate: { vertical: { select: ['slug'] } },
  });
  const fitting = published.filter(
    (one) => one.vertical === null || one.vertical.slug === vertical,
  );
  return negotiateLanguage(accepted, [
    ...Object.keys(mailKindNamed({ strapi }, kind)?.texts ?? {}),
    ...fitting.map(({ locale }) => locale),
  ]);
};
