import type { WithStrapi } from '../../../../platform/with-strapi';
import { sql } from '../../../../platform/strapi/queries';
import { PICTURES_ON_A_PAGE, type PicturesWithoutText } from '../picture-without-text';
import { defaultLanguage } from './alternative-texts';

type Formats = { small?: { url?: string }; thumbnail?: { url?: string } } | null;

const smallOf = ({ url, formats }: Record<string, unknown>): string => {
  const parsed = (typeof formats === 'string' ? JSON.parse(formats) : formats) as Formats;
  return parsed?.small?.url ?? parsed?.thumbnail?.url ?? String(url);
};

/**
 * Returns a page of the pictures that entries use and that have no text in a language, the latest
 * first.
 *
 * @param permitted ids of the files that the caller may read; null for all
 */
export const findPicturesWithoutText = async (
  { strapi }: WithStrapi,
  {
    locale,
    page,
    permitted,
  }: { locale: string | null; page: number; permitted: readonly number[] | null },
): Promise<PicturesWithoutText> => {
  const standard = await defaultLanguage({ strapi });
  const isDefault = locale === null || locale === standard;
  const { rows } = await sql(
    { strapi },
    `select f.id, f.name, f.url, f.formats, coalesce(f.alternative_text, '') as text, count(*) over () as total
       from files f
      where f.mime like 'image/%'
        and (cast(:permitted as integer[]) is null or f.id = any(cast(:permitted as integer[])))
        and coalesce(f.alternative_texts ->> :locale, '') = ''
        and (not :isDefault or coalesce(f.alternative_text, '') = '')
        and exists (select from files_related_mph u where u.file_id = f.id)
      order by f.id desc limit ${PICTURES_ON_A_PAGE} offset :from`,
    {
      locale: locale ?? standard,
      isDefault,
      from: (page - 1) * PICTURES_ON_A_PAGE,
      permitted: permitted && [...permitted],
    },
  );
  return {
    isDefault,
    total: Number(rows[0]?.total ?? 0),
    pictures: rows.map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      picture: smallOf(row),
      text: String(row.text),
    })),
  };
};
