import type { Core, UID } from '@strapi/types';
import { entryAccess } from '../../../../strapi/entry-access';
import { contentTypesOf, isLocalized } from '../../../../strapi/models';
import { permittedRows } from '../../../../strapi/permitted-query';
import { sql } from '../../../../strapi/queries';
import { tablesOf } from '../../../../strapi/tables';
import { isPageType } from '../../../pages';
import type { LanguageCount, TypeCounts } from '../../overview';

type WithStrapi = { strapi: Core.Strapi };

/** The types of the application that have languages, pages apart. */
const typesOf = ({ strapi }: WithStrapi): UID.ContentType[] =>
  contentTypesOf({ strapi })
    .filter((type) => type.uid.startsWith('api::') && isLocalized(type) && !isPageType(type.uid))
    .map(({ uid }) => uid)
    .sort();

/** Counts come as text. */
type Counted = Record<'locale' | 'published' | 'modified' | 'draft' | 'missing', string>;

const countsOf = async (
  { strapi }: WithStrapi,
  { ability, uid, locales }: { ability: unknown; uid: UID.ContentType; locales: readonly string[] },
): Promise<LanguageCount[]> => {
  const { name, column } = tablesOf({ strapi })(uid);
  const [document, locale, published, updated] = [
    'documentId',
    'locale',
    'publishedAt',
    'updatedAt',
  ].map(column);
  const permitted = await permittedRows({ strapi }, { ability, uid });
  const { rows } = await sql(
    { strapi },
    `with readable as materialized (
       select d.${document} as document, d.${locale} as locale,
              p.id is not null as is_public, d.${updated} > p.${updated} as is_modified
         from ${name} d
         left join ${name} p on p.${document} = d.${document} and p.${locale} = d.${locale}
                            and p.${published} is not null
        where d.${published} is null and d.id in (${permitted.sql})
     ), documents as materialized (select distinct document from readable)
     select l.locale,
            count(r.document) filter (where r.is_public and not r.is_modified) as published,
            count(r.document) filter (where r.is_public and r.is_modified) as modified,
            count(r.document) filter (where not r.is_public) as draft,
            (select count(*) from documents) - count(a.id) as missing
       from unnest(string_to_array(?, ',')) as l(locale)
       left join ${name} a on a.${locale} = l.locale and a.${published} is null
                          and a.${document} in (select document from documents)
       left join readable r on r.document = a.${document} and r.locale = a.${locale}
      group by l.locale`,
    [...permitted.bindings, locales.join(',')],
  );
  const counted = new Map((rows as Counted[]).map((row) => [row.locale, row]));
  return locales.flatMap((code) => {
    const row = counted.get(code);
    if (row === undefined) return [];
    return [
      {
        locale: code,
        published: Number(row.published),
        modified: Number(row.modified),
        draft: Number(row.draft),
        missing: Number(row.missing),
      },
    ];
  });
};

/** How many entries that somebody may read there are of each type that has languages: one statement a type. */
export const countsFor = async (
  { strapi }: WithStrapi,
  ability: unknown,
  locales: readonly string[],
): Promise<TypeCounts[]> => {
  const counts: TypeCounts[] = [];
  for (const uid of typesOf({ strapi })) {
    if (!entryAccess({ strapi }, { ability, uid }).may('read')) continue;
    counts.push({
      uid,
      name: strapi.contentTypes[uid].info.displayName,
      languages: await countsOf({ strapi }, { ability, uid, locales }),
    });
  }
  return counts;
};
