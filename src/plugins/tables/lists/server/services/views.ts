import type { Definition } from '#platform/database/installer';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { sql, type Transaction } from '#platform/strapi/queries';
import type { View } from '../../lists';
import { listErrors } from '../errors';

/** Table outside the schema that Strapi inspects and migrates at every start. */
const VIEWS = 'desk.views';

/** Table of saved views: list queries of one user, or shared with a role. */
export const viewDefinitions: readonly Definition[] = [
  {
    kind: 'table',
    name: VIEWS,
    create: `
      CREATE SCHEMA IF NOT EXISTS desk;
      CREATE TABLE ${VIEWS} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        uid text NOT NULL,
        name text NOT NULL,
        query text NOT NULL,
        owner integer NOT NULL,
        role integer,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX desk_views_owner_index ON ${VIEWS} (uid, owner);
      CREATE INDEX desk_views_role_index ON ${VIEWS} (uid, role)`,
  },
];

type Role = { id: number; name: string };

export type Viewer = { id: number; roles: readonly Role[] };

/** Maximum number of views of a user in one list. */
const MOST_VIEWS = 50;

/** Returns the user's own views of a list and the views shared with their roles. */
export const readViews = async (
  { strapi }: WithStrapi,
  uid: string,
  { id, roles }: Viewer,
): Promise<View[]> => {
  const { rows } = await sql(
    { strapi },
    `select v.id, v.name, v.query, v.owner = :id as mine, v.role from ${VIEWS} v
      where v.uid = :uid and (v.owner = :id or v.role = any(cast(:roles as int[])))
      order by lower(v.name), v.id`,
    { uid, id, roles: roles.map((role) => role.id) },
  );
  return rows.map((row) => ({
    id: String(row.id),
    name: String(row.name),
    query: String(row.query),
    isMine: row.mine === true,
    role: roles.find((role) => role.id === row.role)?.name ?? null,
  }));
};

/**
 * Changes a user's views in a serialized transaction, so that names stay unique and the limit
 * holds.
 */
const changeViewsOf = async (
  { strapi }: WithStrapi,
  owner: number,
  change: (trx: Transaction) => Promise<void>,
): Promise<void> => {
  await strapi.db.transaction(async ({ trx }) => {
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [`${VIEWS} ${owner}`]);
    await change(trx);
  });
};

/** Saves a list query under a name. A view of the same user and name is replaced. */
export const saveView = async (
  { strapi }: WithStrapi,
  uid: string,
  { id, roles }: Viewer,
  { name, query, role }: { name: string; query: string; role: number | null },
): Promise<void> => {
  if (role !== null && !roles.some((ownRole) => ownRole.id === role)) {
    throw createLocalizedError({ strapi }, listErrors.NOT_YOUR_ROLE);
  }
  await changeViewsOf({ strapi }, id, async (trx) => {
    await sql({ strapi, trx }, `delete from ${VIEWS} where uid = ? and owner = ? and name = ?`, [
      uid,
      id,
      name,
    ]);
    const { rows } = await sql(
      { strapi, trx },
      `select count(*) as count from ${VIEWS} where uid = ? and owner = ?`,
      [uid, id],
    );
    if (Number(rows[0]?.count) >= MOST_VIEWS) {
      throw createLocalizedError({ strapi }, listErrors.TOO_MANY_VIEWS);
    }
    await sql(
      { strapi, trx },
      `insert into ${VIEWS} (uid, name, query, owner, role) values (?, ?, ?, ?, ?)`,
      [uid, name, query, id, role],
    );
  });
};

/** Renames a user's own view. It stays shared. */
export const renameView = (
  { strapi }: WithStrapi,
  uid: string,
  { id: owner }: Viewer,
  view: string,
  name: string,
): Promise<void> =>
  changeViewsOf({ strapi }, owner, async (trx) => {
    const { rows } = await sql(
      { strapi, trx },
      `select 1 from ${VIEWS} where uid = ? and owner = ? and name = ? and id <> ?`,
      [uid, owner, name, view],
    );
    if (rows.length > 0) throw createLocalizedError({ strapi }, listErrors.VIEW_NAME_TAKEN);
    const { rowCount } = await sql(
      { strapi, trx },
      `update ${VIEWS} set name = ? where uid = ? and owner = ? and id = ?`,
      [name, uid, owner, view],
    );
    if (rowCount === 0) throw createLocalizedError({ strapi }, listErrors.NOT_YOUR_VIEW);
  });

export const removeView = async (
  { strapi }: WithStrapi,
  uid: string,
  viewer: Viewer,
  view: string,
): Promise<void> => {
  const { rowCount } = await sql(
    { strapi },
    `delete from ${VIEWS} where uid = ? and owner = ? and id = ?`,
    [uid, viewer.id, view],
  );
  if (rowCount === 0) throw createLocalizedError({ strapi }, listErrors.NOT_YOUR_VIEW);
};
