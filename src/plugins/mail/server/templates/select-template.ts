import type { Context } from 'koa';
import { negotiateLanguage } from '#platform/http/message-language';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { getTable } from '#platform/strapi/queries';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { type MailKind, findMailKind, type MailText } from '../kinds';
import { validateTemplate } from './validate-template';
import { getKindVariables } from './variables';

export const EMAIL_TEMPLATE = 'api::email-template.email-template';

export type SelectedText = MailText & { lang: string };

/**
 * Published template; `vertical` is null for the template of all business lines without their own.
 */
export type Template = MailText & {
  kind: string | null;
  locale: string;
  vertical: { slug: string } | null;
};

export const getTemplateTable = ({ strapi }: WithStrapi) =>
  getTable<Template>({ strapi }, EMAIL_TEMPLATE);

/** Candidates for a text. The first of several matching templates is used. */
type Candidates = {
  templates: readonly Template[];
  kind: Pick<MailKind, 'texts'>;
  vertical: string | null;
  /** Language of the reader. */
  lang: string;
  defaultLang: string;
};

/**
 * Returns the text of a mail. In one language, the business line's template precedes the template
 * of all lines, and that precedes the built-in text. Without a text in the reader's language, it
 * tries the language without its region, then the default language.
 */
export const selectText = ({
  templates,
  kind: { texts },
  vertical,
  lang,
  defaultLang,
}: Candidates): SelectedText => {
  const withoutRegion = lang.split('-', 1)[0]?.toLowerCase() ?? lang;
  for (const language of [lang, withoutRegion, defaultLang]) {
    const inLanguage = templates.filter(({ locale }) => locale === language);
    const ofLine = inLanguage.find((row) => vertical !== null && row.vertical?.slug === vertical);
    const text = ofLine ?? inLanguage.find((row) => row.vertical === null) ?? texts[language];
    if (text !== undefined) {
      const { subject, preheader, body } = text;
      return { subject, preheader, body, lang: language };
    }
  }
  return { ...texts.es, lang: 'es' };
};

/** Returns the text of a mail to a reader. */
export const selectTemplate = async (
  { strapi }: WithStrapi,
  kind: MailKind,
  reader: { vertical: string | null; lang: string },
): Promise<SelectedText> => {
  const published = await getTemplateTable({ strapi }).findMany({
    where: { kind: kind.name, publishedAt: { $notNull: true } },
    populate: { vertical: { select: ['slug'] } },
    // The last published template precedes others for the same line and language.
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
  });
  const variables = getKindVariables(kind);
  const templates = published.filter((template) => {
    const problems = validateTemplate(variables, template);
    // The template was not saved in the admin panel. Sending another text is better than no mail.
    for (const { message } of problems) strapi.log.error(`mail: e-mail template: ${message.en}`);
    return problems.length === 0;
  });
  const defaultLang = await loadDefaultLocale({ strapi });
  return selectText({ templates, kind, ...reader, defaultLang });
};

/** Kind of mail and business line that sends it. */
type Mail = { kind: string; vertical: string | null };

/**
 * Returns the caller's preferred language among those that have a text; null if they accept none or
 * send no preference. Languages without a text are skipped, so that the caller's second choice is
 * used.
 */
export const negotiateReaderLanguage = async (
  { strapi }: WithStrapi,
  ctx: Context,
  { kind, vertical }: Mail,
): Promise<string | null> => {
  const accepted = ctx.get('Accept-Language').trim();
  if (accepted === '' || accepted === '*') return null;
  const published = await getTemplateTable({ strapi }).findMany({
    where: { kind, publishedAt: { $notNull: true } },
    select: ['locale'],
    populate: { vertical: { select: ['slug'] } },
  });
  const fitting = published.filter(
    (template) => template.vertical === null || template.vertical.slug === vertical,
  );
  return negotiateLanguage(accepted, [
    ...Object.keys(findMailKind({ strapi }, kind)?.texts ?? {}),
    ...fitting.map(({ locale }) => locale),
  ]);
};
