import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { limitIn } from '#catalogue/access/line-conditions';
import { getPermissionRules } from '#platform/strapi/current-ability';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { type MailKind, listMailKinds } from '../kinds';
import { EMAIL_TEMPLATE } from '../templates/select-template';

/**
 * Source of the text of a mail: the line's own template, the template of all lines, the built-in
 * text, or the text of another language.
 */
export type TextSource = 'own' | 'shared' | 'built-in' | 'other-language';

export type Cell = {
  /** Slug of a business line; null for the lines without their own template. */
  line: string | null;
  locale: string;
  used: TextSource;
  /** Template of exactly this line and language, published or not. */
  template: { documentId: string; isPublished: boolean } | null;
  /**
   * How the user can create a missing template: as a new locale of this document, or as a new
   * document; null if the template exists, or the user may not create it.
   */
  creation: { documentId: string | null } | null;
};

type Row = {
  documentId: string;
  kind: string | null;
  locale: string;
  publishedAt: string | null;
  vertical: { slug: string } | null;
};

type BusinessLine = { id: number; documentId: string; slug: string; name: string };

const CREATE = 'plugin::content-manager.explorer.create';

/** Returns whether a user may create templates of a business line, or of all lines, in a locale. */
const mayCreate = (
  ability: unknown,
  { line, locale }: { line: BusinessLine | null; locale: string },
): boolean =>
  getPermissionRules(ability, CREATE, EMAIL_TEMPLATE).some(({ conditions }) => {
    const { lines, locales } = limitIn(conditions);
    const includesLine = lines === null || (line !== null && lines.includes(line.documentId));
    return includesLine && (locales?.includes(locale) ?? true);
  });

const buildCell = (
  { texts }: MailKind,
  ofKind: readonly Row[],
  {
    line,
    locale,
    readableIds,
    isCreatable,
  }: {
    line: string | null;
    locale: string;
    readableIds: ReadonlySet<string>;
    isCreatable: boolean;
  },
): Cell => {
  const inLanguage = ofKind.filter((row) => row.locale === locale);
  const isOfLine = ({ vertical }: Row): boolean => (vertical?.slug ?? null) === line;
  const ofLine = inLanguage.filter(isOfLine);
  const inOtherLanguage = ofKind.find(
    (row) => isOfLine(row) && readableIds.has(row.documentId) && row.locale !== locale,
  );
  const published = ofLine.find(({ publishedAt }) => publishedAt !== null);
  const template = published ?? ofLine[0];
  const isShared = inLanguage.some((row) => row.vertical === null && row.publishedAt !== null);
  const without = locale.split('-', 1)[0] ?? locale;
  const builtIn = texts[locale] ?? texts[without];
  const otherwise = isShared ? 'shared' : builtIn === undefined ? 'other-language' : 'built-in';
  return {
    line,
    locale,
    used: published === undefined ? otherwise : 'own',
    template:
      template === undefined || !readableIds.has(template.documentId)
        ? null
        : { documentId: template.documentId, isPublished: published !== undefined },
    creation:
      template === undefined && isCreatable
        ? { documentId: inOtherLanguage?.documentId ?? null }
        : null,
  };
};

/**
 * Returns for every kind, language and business line the source of the mail's text. Adds the
 * template if the user may read it, and how the user can create a missing one. Only the user's
 * lines are returned. It chooses like `selectText`.
 */
export const loadMailOverview = async ({ strapi }: WithStrapi, ability: unknown) => {
  const buildReadCondition = (uid: string): Promise<object> =>
    buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const lines = await getTable<BusinessLine>({ strapi }, BUSINESS_LINE).findMany({
    where: await buildReadCondition(BUSINESS_LINE),
    select: ['id', 'documentId', 'slug', 'name'],
    orderBy: { name: 'asc' },
  });
  const languages = await getTable<{ code: string; name: string }>(
    { strapi },
    'plugin::i18n.locale',
  ).findMany({ select: ['code', 'name'], orderBy: { code: 'asc' } });
  const rows = await getTable<Row>({ strapi }, EMAIL_TEMPLATE).findMany({
    populate: { vertical: { select: ['slug'] } },
  });
  const readable = await getTable<Row>({ strapi }, EMAIL_TEMPLATE).findMany({
    where: await buildReadCondition(EMAIL_TEMPLATE),
    select: ['documentId'],
  });
  const readableIds = new Set(readable.map(({ documentId }) => documentId));

  const linesOfSlugs = [...new Map(lines.map((line) => [line.slug, line])).values()];
  return {
    lines: linesOfSlugs,
    languages,
    kinds: listMailKinds({ strapi }).map((kind) => {
      const ofKind = rows.filter((row) => row.kind === kind.name);
      const cells = [...linesOfSlugs, null].flatMap((line) =>
        languages.map(({ code: locale }) =>
          buildCell(kind, ofKind, {
            line: line?.slug ?? null,
            locale,
            readableIds,
            isCreatable: mayCreate(ability, { line, locale }),
          }),
        ),
      );
      return { kind: kind.name, cells };
    }),
  };
};
