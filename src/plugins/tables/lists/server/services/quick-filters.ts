import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { pictureAttributeOf } from '../../../../../catalogue/entry-summary';
import type { Filters, ListFilter } from '../../../../../feature/list-filter';
import { listFiltersOf } from '../../../../../feature/application';
import type { Text } from '../../../../../feature/layout';
import { isContent } from '../../../../../catalogue/content-attributes';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import {
  findModel,
  hasDrafts,
  isLocalized,
  type AttributeSchema,
} from '../../../../../platform/strapi/models';
import { mayReadField } from '../../../../../feature/permission-filter';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { type QuickFilter, quickFilters } from '../../lists';

const modelOf = ({ strapi }: WithStrapi, uid: string) => {
  const model = findModel({ strapi }, uid);
  if (model === undefined) throw new Error(`There is no ${uid}`);
  return model;
};

/** Returns the filter of documents whose drafts `d` and published versions `p` meet a condition. */
const documentsWhere = async (
  { strapi }: WithStrapi,
  uid: string,
  condition: string,
  bindings: readonly unknown[] = [],
): Promise<Filters> => {
  const { name, column } = tablesOf({ strapi })(uid);
  const [table, document, locale, published, updated] = [
    name,
    ...['documentId', 'locale', 'publishedAt', 'updatedAt'].map(column),
  ].map(escapeIdentifier);
  const { rows } = await sql(
    { strapi },
    `with entries as (
       select d.${document} as document, d.${locale} as locale, p.id is not null as is_public,
              d.${updated} > p.${updated} as is_modified
         from ${table} d
         left join ${table} p on p.${document} = d.${document} and p.${locale} is not distinct from d.${locale}
                             and p.${published} is not null
        where d.${published} is null)
     select e.document from entries e group by e.document having ${condition}`,
    bindings,
  );
  return { documentId: { $in: rows.map(({ document: id }) => String(id)) } };
};

const withDrafts = ({ strapi }: WithStrapi, uid: UID.ContentType): boolean =>
  hasDrafts(modelOf({ strapi }, uid));

/** Filters that need no other feature. */
const ownFilters: readonly ListFilter[] = [
  {
    name: 'without-picture',
    appliesTo: ({ strapi }, uid) => {
      const picture = pictureAttributeOf({ strapi }, uid);
      return picture !== undefined && mayReadField({ strapi }, uid, picture);
    },
    filters: ({ strapi }, { uid }) => ({
      [pictureAttributeOf({ strapi }, uid) ?? '']: { id: { $null: true } },
    }),
  },
  {
    name: 'without-language',
    appliesTo: ({ strapi }, uid) =>
      isLocalized(modelOf({ strapi }, uid)) && withDrafts({ strapi }, uid),
    filters: ({ strapi }, { uid, value }) =>
      documentsWhere({ strapi }, uid, 'not bool_or(e.locale = ?)', [value]),
  },
  {
    name: 'modified',
    appliesTo: withDrafts,
    filters: ({ strapi }, { uid }) => documentsWhere({ strapi }, uid, 'bool_or(e.is_modified)'),
  },
  {
    name: 'never-published',
    appliesTo: withDrafts,
    filters: ({ strapi }, { uid }) => documentsWhere({ strapi }, uid, 'not bool_or(e.is_public)'),
  },
];

const filterNamed = ({ strapi }: WithStrapi, name: string): ListFilter | undefined =>
  [...ownFilters, ...listFiltersOf({ strapi })].find((filter) => filter.name === name);

/** Returns the heading of a list for the active filter; null if the filter has none. */
export const headingOf = async (
  { strapi }: WithStrapi,
  { uid, chosen }: { uid: UID.ContentType; chosen: string },
): Promise<Text | null> => {
  const [name = '', value = ''] = chosen.split(':');
  return (await filterNamed({ strapi }, name)?.titleOf?.({ strapi }, { uid, value })) ?? null;
};

/** Returns the filters that apply to a type. */
export const quickFiltersFor = ({ strapi }: WithStrapi, uid: UID.ContentType): QuickFilter[] =>
  quickFilters.filter((name) => filterNamed({ strapi }, name)?.appliesTo({ strapi }, uid));

const isRelation = (name: string, schema: AttributeSchema | undefined): boolean =>
  isContent(name) && schema?.type === 'relation' && schema.target?.startsWith('api::') === true;

/** Relation of a list, and the attribute that names the related entries. */
export type NamedRelation = {
  attribute: string;
  target: UID.ContentType;
  naming: 'title' | 'name';
};

/** Returns the relations of a type and the names of related entries, as far as the user may read both. */
export const readableRelations = (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
): NamedRelation[] => {
  const access = entryAccess({ strapi }, { ability, uid });
  return Object.entries(modelOf({ strapi }, uid).attributes).flatMap(([attribute, schema]) => {
    if (!isRelation(attribute, schema) || !access.may('read', attribute)) return [];
    const target = schema?.target as UID.ContentType;
    const attributes = findModel({ strapi }, target)?.attributes ?? {};
    const related = entryAccess({ strapi }, { ability, uid: target });
    const naming = (['title', 'name'] as const).find(
      (name) => attributes[name] !== undefined && related.may('read', name),
    );
    return naming === undefined ? [] : [{ attribute, target, naming }];
  });
};

/**
 * Returns the conditions of a list filter.
 *
 * @param value as in the address: `modified`, `without-language:en`, `of:protagonists:abc123`,
 * `finding:PRICE_ABOVE_FULL:es`
 * @returns null if the type has no such filter
 */
export const filtersFor = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  value: string,
): Promise<Filters | null> => {
  const [kind = '', name = '', id = ''] = value.split(':');
  if (kind === 'of') {
    const schema = modelOf({ strapi }, uid).attributes[name];
    return isRelation(name, schema) && mayReadField({ strapi }, uid, name)
      ? { [name]: { documentId: { $eq: id } } }
      : null;
  }
  const filter = filterNamed({ strapi }, kind);
  return filter?.appliesTo({ strapi }, uid) === true
    ? filter.filters({ strapi }, { uid, value: name, locale: id })
    : null;
};
