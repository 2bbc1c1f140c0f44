import type { WithStrapi } from '../../../../platform/with-strapi';
import { defaultLocale } from '../../../../platform/strapi/default-locale';
import { tableOf } from '../../../../platform/strapi/queries';
import type { MailKind, MailText } from '../kinds';
import { validateTemplate } from './validate-template';
import { variablesOf } from './variables';

export const EMAIL_TEMPLATE = 'api::email-template.email-template';

/** A text, and the language that it is in. */
export type SelectedText = MailText & { lang: string };

/** A published template; `vertical` null: for every business line that has none of its own. */
export type Template = MailText & {
  kind: string | null;
  locale: string;
  vertical: { slug: string } | null;
};

export const templatesOf = ({ strapi }: WithStrapi) =>
  tableOf<Template>({ strapi }, EMAIL_TEMPLATE);

/** Where several templates fit the first counts. */
type Candidates = {
  templates: readonly Template[];
  kind: Pick<MailKind, 'texts'>;
  vertical: string | null;
  /** The reader's. */
  lang: string;
  defaultLang: string;
};

/**
 * The text of a mail: what Marketing has published for the business line in the language, else in the
 * language, else the built-in one in the language; where there is nothing in the language, the same without
 * its region, then in the default language.
 */
export const selectText = ({
  templates,
  kind: { texts },
  vertical,
  lang,
  defaultLang,
}: Candidates): SelectedText => {
  const withoutRegion = lang.split('-', 1)[0]?.toLowerCase() ?? lang;
  for (const wanted of [lang, withoutRegion, defaultLang]) {
    const inLanguage = templates.filter(({ locale }) => locale === wanted);
    const own = inLanguage.find((row) => vertical !== null && row.vertical?.slug === vertical);
    const text = own ?? inLanguage.find((row) => row.vertical === null) ?? texts[wanted];
    if (text !== undefined) {
      const { subject, preheader, body } = text;
      return { subject, preheader, body, lang: wanted };
    }
  }
  return { ...texts.es, lang: 'es' };
};

/** The text in which to write a mail to a reader. */
export const selectTemplate = async (
  { strapi }: WithStrapi,
  kind: MailKind,
  reader: { vertical: string | null; lang: string },
): Promise<SelectedText> => {
  const published = await templatesOf({ strapi }).findMany({
    where: { kind: kind.name, publishedAt: { $notNull: true } },
    populate: { vertical: { select: ['slug'] } },
    // Of two for the same, the one that was published last.
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
  });
  const variables = variablesOf(kind);
  const templates = published.filter((template) => {
    const problems = validateTemplate(variables, template);
    // Saved by other means than the admin panel. Better another text than no mail.
    for (const { message } of problems) strapi.log.error(`mail: e-mail template: ${message.en}`);
    return problems.length === 0;
  });
  const defaultLang = await defaultLocale({ strapi });
  return selectText({ templates, kind, ...reader, defaultLang });
};
