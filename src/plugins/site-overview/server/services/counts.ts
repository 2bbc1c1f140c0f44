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
  const isPermitted = permitted.isAll ? 'true' : `d.id in (${permitted.sql})`;
  // Who may read all of a type needs no second look at what there is.
  const existing = permitted.isAll
    ? 'select locale, drafts from own'
    : `select a.${locale} as locale, count(*) as drafts from ${name} a
        where a.${published} is null and a.${document} in (
          select d.${document} from ${name} d where d.${published} is null and ${isPermitted})
        group by a.${locale}`;
  const { rows } = await sql(
    { strapi },
    `with own as (
       select d.${locale} as locale, count(*) as drafts, count(p.id) as public,
              count(*) filter (where d.${updated} > p.${updated}) as modified
         from ${name} d
         left join ${name} p on p.${document} = d.${document} and p.${locale} = d.${locale}
                            and p.${published} is not null
        where d.${published} is null and ${isPermitted}
        group by d.${locale}
     ), existing as (${existing}), documents as (
       select count(*) as count from (
         select distinct d.${document} from ${name} d where d.${published} is null and ${isPermitted}) one
     )
     select l.locale, coalesce(o.public - o.modified, 0) as published, coalesce(o.modified, 0) as modified,
            coalesce(o.drafts - o.public, 0) as draft, documents.count - coalesce(e.drafts, 0) as missing
       from unnest(string_to_array(?, ',')) as l(locale)
       cross join documents
       left join own o on o.locale = l.locale
       left join existing e on e.locale = l.locale`,
    // The condition stands there twice, and a third time where not all of the type may be read.
    [
      ...permitted.bindings,
      ...(permitted.isAll ? [] : permitted.bindings),
      ...permitted.bindings,
      locales.join(','),
    ],
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
