import type { Core } from '@strapi/types';
import { defaultLocale } from '../../../strapi/default-locale';
import { builtIn } from './built-in';
import type { MailKind, MailText } from './kinds';
import { problemsOf } from './problems';

type Strapi = { strapi: Core.Strapi };

export const EMAIL_TEMPLATE = 'api::email-template.email-template';

export type Chosen = MailText & { lang: string };

/** The text that comes with the service, in the nearest language it has. */
export const builtInText = (kind: MailKind, lang = 'es'): MailText => {
  const texts = builtIn[lang] ?? builtIn[lang.split('-', 1)[0] ?? ''] ?? builtIn.es;
  if (texts === undefined) throw new Error(`There is no letter for ${kind}`);
  return texts[kind];
};

type Row = MailText & { locale: string; vertical: { slug: string } | null };

/**
 * The text of a letter: what Marketing has published for the business line in the language, else in the
 * language, else the built-in one in the language; where there is nothing in the language, the same in the
 * default language.
 */
export const chooseText = async (
  { strapi }: Strapi,
  kind: MailKind,
  { vertical, lang }: { vertical: string | null; lang: string },
): Promise<Chosen> => {
  const published = (await strapi.db.query(EMAIL_TEMPLATE).findMany({
    where: { kind, publishedAt: { $notNull: true } },
    populate: { vertical: { select: ['slug'] } },
    // Of two for the same, the one that was published last.
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
  })) as Row[];
  const isSendable = (row: Row): boolean => {
    const problems = problemsOf(kind, row);
    // Saved by other means than the admin panel. Better another text than no letter.
    for (const { message } of problems) strapi.log.error(`account: e-mail template: ${message.en}`);
    return problems.length === 0;
  };
  const short = lang.split('-', 1)[0]?.toLowerCase() ?? lang;
  const fallback = await defaultLocale({ strapi });
  for (const wanted of [...new Set([lang, short, fallback])]) {
    const inLanguage = published.filter(({ locale }) => locale === wanted).filter(isSendable);
    const own = inLanguage.find((row) => vertical !== null && row.vertical?.slug === vertical);
    const general = inLanguage.find((row) => row.vertical === null);
    const text = own ?? general ?? builtIn[wanted]?.[kind];
    if (text !== undefined) {
      const { subject, preheader, body } = text;
      return { subject, preheader, body, lang: wanted };
    }
  }
  return { ...builtInText(kind, 'es'), lang: 'es' };
};
