import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  createModelLookup,
  isSlot,
  buildSlotKey,
  SLOTS,
  hasStoredSlots,
} from '#delivery/plan/model';
import { runSqlInTransaction } from '#platform/strapi/queries';
import { linkConditions, createTableLookup } from '#platform/strapi/tables';
import type { Root } from '../../changes';
import { createLinks, type Link } from '../recording/links';

/** An entry that referenced the deleted one, and whether it does so again. */
export type RestoredReference = { root: Root; isBack: boolean };

const isSameRoot = (root: Root, other: Root | undefined): boolean =>
  root.uid === other?.uid &&
  root.documentId === other.documentId &&
  root.locale === other.locale &&
  root.isPublished === other.isPublished;

/**
 * Returns the remembered documents of a slot with a restored one, which follows the same documents as
 * in the relation.
 */
const withRestored = (
  remembered: readonly string[],
  related: readonly string[],
  documentId: string,
): readonly string[] => {
  const before = related.slice(0, related.indexOf(documentId));
  const last = remembered.findLastIndex((item) => before.includes(item));
  return remembered.toSpliced(last + 1, 0, documentId);
};

/**
 * Returns a function that restores the references to an entry that is back. It uses the same component if
 * that still belongs to the same version of the same page, otherwise the one at the same position.
 * A position that holds another entry by now is left alone.
 */
export const createRestoreReferences = ({ strapi }: WithStrapi) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const { wholesOf } = createLinks({ strapi });

  const run = async <Row>(statement: string, bindings: Record<string, unknown>): Promise<Row[]> => {
    const { rows } = await runSqlInTransaction({ strapi }, statement, bindings);
    return rows as Row[];
  };

  /** Returns the row id of a version of a document. */
  const findRowId = async (
    uid: string,
    { documentId, locale, isPublished }: Pick<Root, 'documentId' | 'locale' | 'isPublished'>,
  ): Promise<number | undefined> => {
    const status = models(uid).hasDrafts
      ? ` AND published_at IS ${isPublished ? 'NOT NULL' : 'NULL'}`
      : '';
    const [row] = await run<{ id: number }>(
      `SELECT id FROM ${escapeIdentifier(tables(uid).name)}
       WHERE document_id = :documentId AND coalesce(locale, '') = :locale${status} ORDER BY id DESC LIMIT 1`,
      { documentId, locale },
    );
    return row?.id;
  };

  /** Returns the id of the row that now holds a link. */
  const findHolderId = async ({ owner, holder, root, path }: Link): Promise<number | undefined> => {
    if (path.length === 0) return findRowId(root.uid, root);
    const whole = (await wholesOf(owner, [holder])).get(holder);
    if (isSameRoot(root, whole?.root)) return holder;

    let row = await findRowId(root.uid, root);
    let uid = root.uid;
    for (const { attribute, at } of path) {
      const described = models(uid).attributes[attribute];
      if (row === undefined || (described?.kind !== 'component' && described?.kind !== 'zone')) {
        return undefined;
      }
      const link = tables(uid).link(attribute);
      const on = linkConditions(link, 'l').map((condition) => ` AND ${condition}`);
      const order = link.order === null ? 'id' : `${escapeIdentifier(link.order)}, id`;
      const [next]: { id: number; type: string }[] = await run(
        `SELECT ${escapeIdentifier(link.to)} AS id, component_type AS type
         FROM ${escapeIdentifier(link.table)} l WHERE ${escapeIdentifier(link.from)} = :row${on.join('')}
         ORDER BY ${order} OFFSET :at LIMIT 1`,
        { row, at },
      );
      row = next?.id;
      uid = next?.type ?? uid;
    }
    return uid === owner ? row : undefined;
  };

  /**
   * Adds a restored document to the slots that a published page remembers. Visitors see only these,
   * and the page may have been published while the entry was deleted.
   */
  const remember = async (reference: Link, holder: number, documentId: string): Promise<void> => {
    const { owner, attribute, root } = reference;
    if (!root.isPublished || !hasStoredSlots(models(root.uid))) return;
    if (!isSlot(models, models(owner), attribute)) return;
    const row = await findRowId(root.uid, root);
    // The component may have another position by now.
    const path = (await wholesOf(owner, [holder])).get(holder)?.path;
    if (row === undefined || path === undefined) return;
    const steps: string[] = [];
    let uid = root.uid;
    for (const step of path) {
      const described = models(uid).attributes[step.attribute];
      if (described === undefined) return;
      steps.push(step.attribute, ...(described.isMany ? [String(step.at)] : []));
      // Zones name no single component. Theirs contain no further ones.
      uid = described.target ?? owner;
    }
    const key = buildSlotKey([...steps, attribute]);
    const table = tables(root.uid);
    const slots = escapeIdentifier(table.column(SLOTS));
    const [stored] = await run<{ remembered: string }>(
      `SELECT CAST(coalesce(${slots} -> CAST(:key AS text), '[]') AS text) AS remembered
       FROM ${escapeIdentifier(table.name)} WHERE id = :row`,
      { key, row },
    );
    const remembered = JSON.parse(stored?.remembered ?? '[]') as string[];
    const { isMany = false, target = '' } = models(owner).attributes[attribute] ?? {};
    if (remembered.includes(documentId) || (!isMany && remembered.length > 0)) return;
    const link = tables(owner).link(attribute);
    const order = link.order === null ? '' : `l.${escapeIdentifier(link.order)}, `;
    const listRelatedIds = async (from: number): Promise<readonly string[]> => {
      const related = await run<{ id: string }>(
        `SELECT t.document_id AS id FROM ${escapeIdentifier(link.table)} l
         JOIN ${escapeIdentifier(tables(target).name)} t ON t.id = l.${escapeIdentifier(link.to)}
         WHERE l.${escapeIdentifier(link.from)} = :from ORDER BY ${order}l.id`,
        { from },
      );
      return related.map(({ id }) => id);
    };
    // Publishing numbers the remaining documents again. Only the draft still has the original place.
    const inDraft = await findHolderId({
      ...reference,
      path,
      root: { ...root, isPublished: false },
    });
    const drafts = inDraft === undefined ? [] : await listRelatedIds(inDraft);
    const related = drafts.includes(documentId) ? drafts : await listRelatedIds(holder);
    const value = withRestored(remembered, related, documentId);
    await run(
      `UPDATE ${escapeIdentifier(table.name)}
       SET ${slots} = jsonb_set(coalesce(${slots}, '{}'), ARRAY[CAST(:key AS text)], CAST(:value AS jsonb))
       WHERE id = :row`,
      { key, row, value: JSON.stringify(value) },
    );
  };

  return async (
    uid: string,
    documentId: string,
    links: readonly Link[],
  ): Promise<readonly RestoredReference[]> => {
    const restoredReferences: RestoredReference[] = [];
    const restored: [link: Link, holder: number][] = [];
    const targets = new Map<string, number | undefined>();
    for (const link of links) {
      const { locale, isPublished, root } = link;
      const version = `${locale} ${String(isPublished)}`;
      if (!targets.has(version)) {
        targets.set(version, await findRowId(uid, { documentId, locale, isPublished }));
      }
      const target = targets.get(version);
      const described = models(link.owner).attributes[link.attribute];
      const holder = target === undefined ? undefined : await findHolderId(link);
      if (target === undefined || holder === undefined || described?.target !== uid) {
        restoredReferences.push({ root, isBack: false });
        continue;
      }
      const { table, from, to, on, order, orderAtTarget } = tables(link.owner).link(link.attribute);
      const atTarget = link.positionAtTarget ?? null;
      const orders = [order, atTarget === null ? null : orderAtTarget].filter(
        (column) => column !== null,
      );
      const columns = [from, to, ...Object.keys(on), ...orders];
      const values = [
        ':holder',
        ':target',
        ...Object.values(on).map((value) => escapeLiteral(value)),
        ...orders.map((column) =>
          column === order ? 'CAST(:position AS float8)' : 'CAST(:atTarget AS float8)',
        ),
      ];
      // A to-one relation is free only if it is empty.
      const targetCondition = described.isMany ? ` AND ${escapeIdentifier(to)} = :target` : '';
      await run(
        `INSERT INTO ${escapeIdentifier(table)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})
         SELECT ${values.join(', ')} WHERE NOT EXISTS (
           SELECT FROM ${escapeIdentifier(table)} WHERE ${escapeIdentifier(from)} = :holder${targetCondition})`,
        { holder, target, position: link.position, atTarget },
      );
      const [inserted] = await run<{ id: number }>(
        `SELECT id FROM ${escapeIdentifier(table)}
         WHERE ${escapeIdentifier(from)} = :holder AND ${escapeIdentifier(to)} = :target LIMIT 1`,
        { holder, target },
      );
      if (inserted !== undefined) restored.push([link, holder]);
      restoredReferences.push({ root, isBack: inserted !== undefined });
    }
    for (const [link, holder] of restored) await remember(link, holder, documentId);
    return restoredReferences;
  };
};
