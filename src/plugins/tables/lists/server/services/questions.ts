import type { UID } from '@strapi/types';
import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { pictureAttributeOf } from '../../../../../feature/entries-in-lists';
import { isContent } from '../../../../../delivery/plan/content-attributes';
import { abilityNow } from '../../../../../platform/strapi/ability-now';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import { permittedFields } from '../../../../../platform/strapi/permitted-fields';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import {
  documentsToAskOf,
  documentsWith,
  mayBeShownNowhere,
  SHOWN_NOWHERE,
  TRANSLATION_OLDER,
} from '../../../../quality/catalogue-health';
import { PAYMENT_PRODUCT, recallProducts } from '../../../../commerce/prices';
import { outdatedTranslations } from '../../../../quality/translation-age';
import type { PlainQuestion } from '../../lists';

/** What is looked for in a type: conditions for Strapi's query engine. */
type Filters = Record<string, unknown>;

type Asked = { uid: UID.ContentType; name: string };

type Known = {
  appliesTo: (context: WithStrapi, uid: UID.ContentType) => boolean;
  filters: (context: WithStrapi, asked: Asked) => Promise<Filters> | Filters;
};

const modelOf = ({ strapi }: WithStrapi, uid: string) => {
  const model = findModel({ strapi }, uid);
  if (model === undefined) throw new Error(`There is no ${uid}`);
  return model;
};

/** Asks for what was found of entries. */
export const FINDING = 'finding';

/** Documents whose drafts `d` fulfil a condition, with their published versions `p`. */
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

/** Whether whoever makes the current request may read a field: the answer to a question about it tells of it. */
const mayRead = ({ strapi }: WithStrapi, uid: string, field: string): boolean => {
  const ability = abilityNow({ strapi });
  return ability === undefined || permittedFields({ strapi }, ability, uid)(field);
};

const withDrafts = ({ strapi }: WithStrapi, uid: UID.ContentType): boolean =>
  hasDrafts(modelOf({ strapi }, uid));

/** What entries of a type charge for that no payment account sells, as far as that is known. */
const notSold = async ({ strapi }: WithStrapi, uid: string): Promise<string[]> => {
  const { name, column } = tablesOf({ strapi })(uid);
  const payment = escapeIdentifier(column(PAYMENT_PRODUCT));
  const { rows } = await sql(
    { strapi },
    `select distinct ${payment} as id from ${escapeIdentifier(name)} where ${payment} <> ''`,
  );
  const facts = await recallProducts(
    { strapi },
    rows.map(({ id }) => String(id)),
  );
  return [...facts].flatMap(([id, accounts]) =>
    accounts.length > 0 && accounts.every(({ product }) => product === 'unsold') ? [id] : [],
  );
};

const known: Readonly<Record<PlainQuestion, Known>> = {
  'without-picture': {
    appliesTo: ({ strapi }, uid) => {
      const picture = pictureAttributeOf({ strapi }, uid);
      return picture !== undefined && mayRead({ strapi }, uid, picture);
    },
    filters: ({ strapi }, { uid }) => ({
      [pictureAttributeOf({ strapi }, uid) ?? '']: { id: { $null: true } },
    }),
  },
  'without-language': {
    appliesTo: ({ strapi }, uid) =>
      isLocalized(modelOf({ strapi }, uid)) && withDrafts({ strapi }, uid),
    filters: ({ strapi }, { uid, name }) =>
      documentsWhere({ strapi }, uid, 'not bool_or(e.locale = ?)', [name]),
  },
  modified: {
    appliesTo: withDrafts,
    filters: ({ strapi }, { uid }) => documentsWhere({ strapi }, uid, 'bool_or(e.is_modified)'),
  },
  'never-published': {
    appliesTo: withDrafts,
    filters: ({ strapi }, { uid }) => documentsWhere({ strapi }, uid, 'not bool_or(e.is_public)'),
  },
  'older-translation': {
    appliesTo: ({ strapi }, uid) =>
      isLocalized(modelOf({ strapi }, uid)) && withDrafts({ strapi }, uid),
    filters: async ({ strapi }, { uid }) => {
      // What is stored of every translation is compared: of all of them that takes longer than anybody waits.
      const documents = await documentsToAskOf({ strapi }, { uid, code: TRANSLATION_OLDER });
      const outdated = await outdatedTranslations({ strapi }, uid, documents ?? undefined);
      return { documentId: { $in: outdated.map(({ documentId }) => documentId) } };
    },
  },
  'payment-unknown': {
    appliesTo: ({ strapi }, uid) =>
      modelOf({ strapi }, uid).attributes[PAYMENT_PRODUCT] !== undefined &&
      mayRead({ strapi }, uid, PAYMENT_PRODUCT),
    filters: async ({ strapi }, { uid }) => ({
      [PAYMENT_PRODUCT]: { $in: await notSold({ strapi }, uid) },
    }),
  },
  'shown-nowhere': {
    appliesTo: ({ strapi }, uid) => mayBeShownNowhere({ strapi }, uid),
    filters: async ({ strapi }, { uid }) => ({
      documentId: { $in: await documentsWith({ strapi }, { uid, code: SHOWN_NOWHERE }) },
    }),
  },
};

/** The plain questions that make sense for a type. */
export const questionsFor = ({ strapi }: WithStrapi, uid: UID.ContentType): PlainQuestion[] =>
  Object.entries(known).flatMap(([kind, { appliesTo }]) =>
    appliesTo({ strapi }, uid) ? [kind as PlainQuestion] : [],
  );

/** The attributes by which a list can be narrowed to what names an entry of another type. */
export const relationsOf = (
  { strapi }: WithStrapi,
  uid: string,
): readonly { attribute: string; target: UID.ContentType }[] =>
  Object.entries(modelOf({ strapi }, uid).attributes).flatMap(([attribute, schema]) =>
    isContent(attribute) &&
    schema?.type === 'relation' &&
    schema.target?.startsWith('api::') === true
      ? [{ attribute, target: schema.target as UID.ContentType }]
      : [],
  );

/**
 * What a question asks of a list.
 *
 * @param value as the address has it: `modified`, `without-language:en`, `of:protagonists:abc123`, `finding:PRICE_ABOVE_FULL:es`
 * @returns null where the type knows no such question
 */
export const filtersFor = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  value: string,
): Promise<Filters | null> => {
  const [kind = '', name = '', id = ''] = value.split(':');
  if (kind === 'of') {
    const isRelation = relationsOf({ strapi }, uid).some(({ attribute }) => attribute === name);
    return isRelation && mayRead({ strapi }, uid, name)
      ? { [name]: { documentId: { $eq: id } } }
      : null;
  }
  if (kind === FINDING) {
    const documents = await documentsWith({ strapi }, { uid, code: name, locale: id });
    return { documentId: { $in: documents } };
  }
  const question = questionsFor({ strapi }, uid).find((one) => one === kind);
  return question === undefined ? null : known[question].filters({ strapi }, { uid, name });
};
