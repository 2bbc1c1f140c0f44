import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createModelLookup } from '#delivery/plan/model';
import { buildTitleSql } from '#catalogue/row-expressions';
import { listComponentUids, listContentTypes } from '#platform/strapi/models';
import { runSqlInTransaction } from '#platform/strapi/queries';
import { linkConditions, createTableLookup, type Link as LinkTable } from '#platform/strapi/tables';
import { isContent } from '#catalogue/content-attributes';
import type { Root } from '../../changes';
import { listContentAttributes, hasHistory } from '../state';

/** Relation that can refer to entries of a type. */
type RelationAttribute = { owner: string; attribute: string };

/** Step from an entry to one of its components. */
export type Step = { attribute: string; at: number };

/** Reference to an entry, from another entry or a component within it. */
export type Link = RelationAttribute & {
  /** Version of the entry that it refers to. */
  locale: string;
  isPublished: boolean;
  /** Row that holds the reference, and its position in the relation. */
  holder: number;
  position: number | null;
  /** Position among the references to its target; unknown in deletions of earlier releases. */
  positionAtTarget?: number | null;
  root: Root;
  /** Path from the root to the component that holds it. Empty if the root holds it. */
  path: readonly Step[];
};

/** Entry that a reference leads to. */
type Target = { uid: string; documentId: string };

/** Entry that contains a row, and the path to the row. */
type RootPath = { root: Root; path: readonly Step[] };

/** Maximum number of references stored per relation. */
const MAX_REFERENCES = 20_000;

/** Maximum depth of nested components, more than any model has. */
const DEPTH = 5;

const buildConditionSql = (alias: string, link: LinkTable): string =>
  linkConditions(link, alias)
    .map((condition) => ` AND ${condition}`)
    .join('');

/** Finds the references to entries, and the entries that contain component rows. */
export const createLinks = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const owners = [
    ...listContentTypes({ strapi })
      .map(({ uid }) => uid as string)
      .filter(hasHistory),
    ...listComponentUids({ strapi }),
  ];

  const listReferencingAttributes = (target: string): readonly RelationAttribute[] =>
    owners.flatMap((owner) =>
      listContentAttributes(models, owner)
        .filter(([, attribute]) => attribute.kind === 'relation' && attribute.target === target)
        .map(([attribute]) => ({ owner, attribute })),
    );

  const parents = owners.flatMap((owner) =>
    listContentAttributes(models, owner).flatMap(([attribute, { kind, zone, target }]) => {
      if (kind !== 'component' && kind !== 'zone') return [];
      const components = kind === 'zone' ? zone : [target ?? ''];
      return components.map((component) => ({ owner, attribute, component }));
    }),
  );

  const run = async <Row>(statement: string, bindings: Record<string, unknown>): Promise<Row[]> => {
    const { rows } = await runSqlInTransaction({ strapi }, statement, bindings);
    return rows as Row[];
  };

  const readRoots = async (uid: string, ids: readonly number[]): Promise<Map<number, RootPath>> => {
    const table = tables(uid);
    const published = models(uid).hasDrafts ? 'd.published_at IS NOT NULL' : 'false';
    const rows = await run<Omit<Root, 'uid'> & { id: number }>(
      `SELECT d.id, d.document_id AS "documentId", coalesce(d.locale, '') AS locale,
         ${published} AS "isPublished", ${buildTitleSql({ models, tables }, uid, 'd')} AS title
       FROM ${escapeIdentifier(table.name)} d WHERE d.id = ANY(:ids)`,
      { ids },
    );
    return new Map(rows.map(({ id, ...root }) => [id, { root: { uid, ...root }, path: [] }]));
  };

  /** Returns the entries that contain rows of a model, by row id. */
  const readOwnerEntries = async (
    uid: string,
    ids: readonly number[],
    depth = DEPTH,
  ): Promise<Map<number, RootPath>> => {
    const wholesById = new Map<number, RootPath>();
    if (ids.length === 0 || depth === 0) return wholesById;
    if (uid.includes('::')) return readRoots(uid, ids);
    for (const { owner, attribute } of parents.filter(({ component }) => component === uid)) {
      const link = tables(owner).link(attribute);
      const [from, to, name] = [link.from, link.to, link.table].map((identifier) =>
        escapeIdentifier(identifier),
      );
      const order = link.order === null ? 'id' : escapeIdentifier(link.order);
      const rows = await run<{ id: number; parent: number; at: string }>(
        `SELECT l.${to} AS id, l.${from} AS parent, (
           SELECT count(*) FROM ${name} b WHERE b.${from} = l.${from}${buildConditionSql('b', link)}
             AND (b.${order}, b.id) < (l.${order}, l.id)) AS at
         FROM ${name} l WHERE l.${to} = ANY(:ids)${buildConditionSql('l', link)}
           AND l.component_type = ${escapeLiteral(uid)}`,
        { ids },
      );
      const wholes = await readOwnerEntries(
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

  type Selection = { condition: string; bindings?: Record<string, unknown>; position?: string };

  /** Returns the references at one place that meet a condition on `l`, the link, and `d`, its target. */
  const readLinks = async (
    { owner, attribute }: RelationAttribute,
    { condition, bindings = {}, position }: Selection,
  ): Promise<readonly (Link & { target: Target })[]> => {
    const uid = models(owner).attributes[attribute]?.target ?? '';
    const published = models(uid).hasDrafts ? 'd.published_at IS NOT NULL' : 'false';
    const link = tables(owner).link(attribute);
    const buildPositionSql = (column: string | null): string =>
      column === null ? 'NULL' : `l.${escapeIdentifier(column)}::float8`;
    const rows = await run<
      Pick<Link, 'holder' | 'position' | 'positionAtTarget' | 'locale' | 'isPublished'> & {
        documentId: string;
      }
    >(
      `SELECT l.${escapeIdentifier(link.from)} AS holder,
         ${position ?? buildPositionSql(link.order)} AS position, ${buildPositionSql(link.orderAtTarget)} AS "positionAtTarget",
         d.document_id AS "documentId", coalesce(d.locale, '') AS locale, ${published} AS "isPublished"
       FROM ${escapeIdentifier(link.table)} l
       JOIN ${escapeIdentifier(tables(uid).name)} d ON d.id = l.${escapeIdentifier(link.to)}
       WHERE ${condition}${buildConditionSql('l', link)}
       ORDER BY ${link.order === null ? '' : `l.${escapeIdentifier(link.order)}, `}l.id LIMIT ${MAX_REFERENCES}`,
      bindings,
    );
    const wholes = await readOwnerEntries(
      owner,
      rows.map(({ holder }) => holder),
    );
    return rows.flatMap(({ documentId, ...row }) => {
      const whole = wholes.get(row.holder);
      return whole === undefined
        ? []
        : [{ owner, attribute, ...row, ...whole, target: { uid, documentId } }];
    });
  };

  const readAllLinks = async (
    places: readonly RelationAttribute[],
    selectionOf: (place: RelationAttribute) => Selection,
  ): Promise<readonly (Link & { target: Target })[]> => {
    const links: (Link & { target: Target })[] = [];
    for (const place of places) links.push(...(await readLinks(place, selectionOf(place))));
    return links;
  };

  const withoutTarget = ({ target, ...link }: Link & { target: Target }): Link => link;

  /** Returns the relations that a type or a component stores itself and that lead to drafts. */
  const listRelations = (uid: string): readonly RelationAttribute[] =>
    [uid, ...listComponentUids({ strapi })].flatMap((owner) =>
      Object.entries(models(owner).attributes)
        .filter(
          ([name, { kind, mappedBy, target = '' }]) =>
            isContent(name) &&
            kind === 'relation' &&
            mappedBy === undefined &&
            models(target).hasDrafts,
        )
        .map(([attribute]) => ({ owner, attribute })),
    );

  return {
    wholesOf: readOwnerEntries,

    /** Returns all references to an entry, in all versions. */
    leadingTo: async (uid: string, documentId: string): Promise<readonly Link[]> => {
      const condition = 'd.document_id = :documentId';
      const links = await readAllLinks(listReferencingAttributes(uid), () => ({
        condition,
        bindings: { documentId },
      }));
      return links.map(withoutTarget);
    },

    /** Returns the references to the draft of an entry from components of other drafts. */
    fromDraftComponents: async (uid: string, documentId: string): Promise<readonly Link[]> => {
      const condition = 'd.document_id = :documentId AND d.published_at IS NULL';
      const places = listReferencingAttributes(uid).filter(({ owner }) => !owner.includes('::'));
      const links = await readAllLinks(places, () => ({ condition, bindings: { documentId } }));
      return links.map(withoutTarget).filter(({ root }) => !root.isPublished);
    },

    /**
     * Returns the references of an entry's drafts, and of their components, to entries that are not
     * published. The position is that among the references to published entries.
     */
    toUnpublished: async (
      uid: string,
      documentId: string,
    ): Promise<readonly (Link & { target: Target })[]> => {
      const links = await readAllLinks(listRelations(uid), ({ owner, attribute }) => {
        const link = tables(owner).link(attribute);
        const [table, from, to] = [link.table, link.from, link.to].map((identifier) =>
          escapeIdentifier(identifier),
        );
        const target = escapeIdentifier(
          tables(models(owner).attributes[attribute]?.target ?? '').name,
        );
        const isPublishedSql = (draft: string): string =>
          `EXISTS (SELECT FROM ${target} p WHERE p.document_id = ${draft}.document_id
             AND p.locale IS NOT DISTINCT FROM ${draft}.locale AND p.published_at IS NOT NULL)`;
        const ownRows =
          owner === uid
            ? ` AND l.${from} IN (SELECT id FROM ${escapeIdentifier(tables(uid).name)} WHERE document_id = :documentId)`
            : '';
        const order = link.order === null ? null : escapeIdentifier(link.order);
        return {
          condition: `d.published_at IS NULL AND NOT ${isPublishedSql('d')}${ownRows}`,
          ...(ownRows !== '' && { bindings: { documentId } }),
          ...(order !== null && {
            // Between the published entries around it, after the unpublished ones before it.
            position: `(SELECT count(*) FILTER (WHERE ${isPublishedSql('t')})
                + 1 - 1::float8 / (2 + count(*) FILTER (WHERE NOT ${isPublishedSql('t')}))
              FROM ${table} b JOIN ${target} t ON t.id = b.${to}
              WHERE b.${from} = l.${from}${buildConditionSql('b', link)}
                AND (b.${order}, b.id) < (l.${order}, l.id))`,
          }),
        };
      });
      return links.filter(
        ({ root }) => root.uid === uid && root.documentId === documentId && !root.isPublished,
      );
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
