import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { modelsOf } from '../../../../../delivery/plan/model';
import { titleExpression } from '../../../../../delivery/readers/sql/title';
import { contentTypesOf } from '../../../../../platform/strapi/models';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf, type Link as LinkTable } from '../../../../../platform/strapi/tables';
import { contentOf, hasHistory } from '../state/content';

/** Relation that can refer to entries of a type. */
type RelationAttribute = { owner: string; attribute: string };

/** Step from an entry to one of its components. */
export type Step = { attribute: string; at: number };

export type Root = {
  uid: string;
  documentId: string;
  locale: string;
  isPublished: boolean;
  title: string | null;
};

/** Reference to an entry, from another entry or a component within it. */
export type Link = RelationAttribute & {
  /** Version of the entry that it refers to. */
  locale: string;
  isPublished: boolean;
  /** Row that holds the reference, and its position in the relation. */
  holder: number;
  position: number | null;
  root: Root;
  /** Path from the root to the component that holds it. Empty if the root holds it. */
  path: readonly Step[];
};

/** Entry that contains a row, and the path to the row. */
type Whole = { root: Root; path: readonly Step[] };

/** Maximum number of references stored per relation. */
const AT_MOST = 20_000;

/** Maximum depth of nested components, more than any model has. */
const DEPTH = 5;

const conditions = (alias: string, { on }: Pick<LinkTable, 'on'>): string =>
  Object.entries(on)
    .map(([column, value]) => ` AND ${alias}.${escapeIdentifier(column)} = ${escapeLiteral(value)}`)
    .join('');

/** Finds the references to entries, and the entries that contain component rows. */
export const createLinks = ({ strapi }: WithStrapi) => {
  const models = modelsOf({ strapi });
  const tables = tablesOf({ strapi });
  const owners = [
    ...contentTypesOf({ strapi })
      .map(({ uid }) => uid as string)
      .filter(hasHistory),
    ...Object.keys(strapi.components),
  ];

  const placesOf = (target: string): readonly RelationAttribute[] =>
    owners.flatMap((owner) =>
      contentOf(models, owner)
        .filter(([, attribute]) => attribute.kind === 'relation' && attribute.target === target)
        .map(([attribute]) => ({ owner, attribute })),
    );

  const parents = owners.flatMap((owner) =>
    contentOf(models, owner).flatMap(([attribute, { kind, zone, target }]) => {
      if (kind !== 'component' && kind !== 'zone') return [];
      const components = kind === 'zone' ? zone : [target ?? ''];
      return components.map((component) => ({ owner, attribute, component }));
    }),
  );

  const run = async <Row>(statement: string, bindings: Record<string, unknown>): Promise<Row[]> => {
    const { rows } = await strapi.db.transaction(({ trx }) =>
      sql({ strapi, trx }, statement, bindings),
    );
    return rows as Row[];
  };

  const rootsOf = async (uid: string, ids: readonly number[]): Promise<Map<number, Whole>> => {
    const table = tables(uid);
    const published = models(uid).hasDrafts ? 'd.published_at IS NOT NULL' : 'false';
    const rows = await run<Omit<Root, 'uid'> & { id: number }>(
      `SELECT d.id, d.document_id AS "documentId", coalesce(d.locale, '') AS locale,
         ${published} AS "isPublished", ${titleExpression({ models, tables }, uid, 'd')} AS title
       FROM ${escapeIdentifier(table.name)} d WHERE d.id = ANY(:ids)`,
      { ids },
    );
    return new Map(rows.map(({ id, ...root }) => [id, { root: { uid, ...root }, path: [] }]));
  };

  /** Returns the entries that contain rows of a model, by row id. */
  const wholesOf = async (
    uid: string,
    ids: readonly number[],
    depth = DEPTH,
  ): Promise<Map<number, Whole>> => {
    const wholesById = new Map<number, Whole>();
    if (ids.length === 0 || depth === 0) return wholesById;
    if (uid.includes('::')) return rootsOf(uid, ids);
    for (const { owner, attribute } of parents.filter(({ component }) => component === uid)) {
      const link = tables(owner).link(attribute);
      const [from, to, name] = [link.from, link.to, link.table].map((identifier) =>
        escapeIdentifier(identifier),
      );
      const order = link.order === null ? 'id' : escapeIdentifier(link.order);
      const rows = await run<{ id: number; parent: number; at: string }>(
        `SELECT l.${to} AS id, l.${from} AS parent, (
           SELECT count(*) FROM ${name} b WHERE b.${from} = l.${from}${conditions('b', link)}
             AND (b.${order}, b.id) < (l.${order}, l.id)) AS at
         FROM ${name} l WHERE l.${to} = ANY(:ids)${conditions('l', link)}
           AND l.component_type = ${escapeLiteral(uid)}`,
        { ids },
      );
      const wholes = await wholesOf(
        owner,
        rows.map(({ parent }) => parent),
        depth - 1,
      );
      for (const { id, parent, at } of rows) {
        const whole = wholes.get(parent);
        if (whole === undefined) continue;
        wholesById.set(id, { ...whole, path: [...whole.path, { attribute, at: Number(at) }] });
      }
    }
    return wholesById;
  };

  return {
    wholesOf,

    /** Returns all references to an entry, in all versions. */
    leadingTo: async (uid: string, documentId: string): Promise<readonly Link[]> => {
      const target = tables(uid);
      const published = models(uid).hasDrafts ? 'd.published_at IS NOT NULL' : 'false';
      const links: Link[] = [];
      for (const { owner, attribute } of placesOf(uid)) {
        const link = tables(owner).link(attribute);
        const position = link.order === null ? 'NULL' : `l.${escapeIdentifier(link.order)}::float8`;
        const rows = await run<Pick<Link, 'holder' | 'position' | 'locale' | 'isPublished'>>(
          `SELECT l.${escapeIdentifier(link.from)} AS holder, ${position} AS position,
             coalesce(d.locale, '') AS locale, ${published} AS "isPublished"
           FROM ${escapeIdentifier(link.table)} l
           JOIN ${escapeIdentifier(target.name)} d ON d.id = l.${escapeIdentifier(link.to)}
           WHERE d.document_id = :documentId${conditions('l', link)} ORDER BY l.id LIMIT ${AT_MOST}`,
          { documentId },
        );
        const wholes = await wholesOf(
          owner,
          rows.map(({ holder }) => holder),
        );
        for (const row of rows) {
          const whole = wholes.get(row.holder);
          if (whole !== undefined) links.push({ owner, attribute, ...row, ...whole });
        }
      }
      return links;
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
