import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { negotiateLanguage } from '../../../../platform/http/negotiate-language';
import { mailKindNamed } from '../registry';
import { templatesOf } from '../templates/select-template';

/** A kind of mail, and the business line in whose name it is sent. */
type Mail = { kind: string; vertical: string | null };

/**
 * Returns the language of those which a mail can be written in that a caller prefers; null where they accept none of them, or do not
 * say. A first language that no text is in counts for nothing, so that the second one is not passed over.
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
