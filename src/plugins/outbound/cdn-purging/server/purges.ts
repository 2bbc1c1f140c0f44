import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Definition } from '#platform/database/installer';
import { ALL } from '#delivery/http-cache/tags';
import { sql } from '#platform/strapi/queries';

const TABLE = 'edge.purges';

/** Maximum number of rows that a node takes at once. */
const BATCH = 5_000;

/** Seconds after which other nodes may take the rows of a node, because it must have died. */
const CLAIM_SECONDS = 30;

export const purgeDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: TABLE,
    create: `
      CREATE SCHEMA IF NOT EXISTS edge;
      CREATE TABLE ${TABLE} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        target text NOT NULL,
        tag text NOT NULL,
        due timestamptz NOT NULL,
        claimed_until timestamptz
      );
      CREATE INDEX ON ${TABLE} (target, due)`,
  },
];

/** Tags with the ids of the rows that request them. */
export type TakenPurges = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the store of purges by target. One node at a time takes a tag; purged tags are deleted.
 */
export const createPurgeStore = ({ strapi }: WithStrapi) => ({
  /**
   * Adds purges of tags at every target, one for each delay in seconds, in the running transaction.
   * They share one time per delay, so that a node finds them together and needs few requests.
   *
   * @returns the times by the database's clock, rounded up, so that a job at such a time finds its
   * tags due
   */
  async add(
    targets: readonly string[],
    tags: readonly string[],
    inSeconds: readonly number[],
  ): Promise<Date[]> {
    const { rows } = await strapi.db.transaction(({ trx }) =>
      sql(
        { strapi, trx },
        `with added as (
           insert into ${TABLE} (target, tag, due)
           select target, tag, statement_timestamp() + seconds * interval '1 second'
           from unnest(?::text[]) target, unnest(?::text[]) tag, unnest(?::float[]) seconds
           returning due)
         select distinct ceil(extract(epoch from due) * 1000) as due from added order by due`,
        [targets, tags, inSeconds],
      ),
    );
    return rows.map(({ due }) => new Date(Number(due)));
  },

  /** Returns by target the number of due tags and the seconds since the first of them was due. */
  async waiting(): Promise<{ target: string; count: number; seconds: number }[]> {
    const { rows } = await sql(
      { strapi },
      `select target, count(*) as count,
              extract(epoch from clock_timestamp() - min(due)) as seconds
       from ${TABLE} where due <= clock_timestamp() group by target`,
    );
    return rows.map(({ target, count, seconds }) => ({
      target: String(target),
      count: Number(count),
      seconds: Number(seconds),
    }));
  },

  /**
   * Takes the due tags of a target that no other node has taken. Due times are compared with the
   * start of the statement. A clock that advances while rows are read would take only some of the
   * tags that fall due meanwhile. The rest would need another request.
   */
  async take(target: string): Promise<TakenPurges> {
    const { rows } = await sql(
      { strapi },
      `update ${TABLE} set claimed_until = clock_timestamp() + interval '${CLAIM_SECONDS} seconds'
       where id in (
         select id from ${TABLE}
         where target = ? and due <= statement_timestamp()
           and (claimed_until is null or claimed_until < clock_timestamp())
         order by id limit ${BATCH} for update skip locked)
       returning id, tag`,
      [target],
    );
    const claimed = new Map<string, string[]>();
    for (const { id, tag } of rows as { id: string; tag: string }[]) {
      claimed.set(tag, [...(claimed.get(tag) ?? []), id]);
    }
    return claimed;
  },

  /** Replaces taken rows, and due ones that nobody has taken, by one that purges everything. */
  async replaceByAll(target: string, ids: readonly string[]): Promise<TakenPurges> {
    const { rows } = await sql(
      { strapi },
      `with gone as (
         delete from ${TABLE} where id = any(?::bigint[]) or id in (
           select id from ${TABLE}
           where target = ? and due <= statement_timestamp() and claimed_until is null
           for update skip locked))
       insert into ${TABLE} (target, tag, due, claimed_until)
       values (?, ?, clock_timestamp(), clock_timestamp() + interval '${CLAIM_SECONDS} seconds')
       returning id`,
      [ids, target, target, ALL],
    );
    return new Map([[ALL, rows.map(({ id }) => String(id))]]);
  },

  /** Deletes purged rows. */
  async remove(ids: readonly string[]): Promise<void> {
    await sql({ strapi }, `delete from ${TABLE} where id = any(?::bigint[])`, [ids]);
  },

  /** Releases rows that were not purged, so that any node can take them. */
  async release(ids: readonly string[]): Promise<void> {
    await sql({ strapi }, `update ${TABLE} set claimed_until = null where id = any(?::bigint[])`, [
      ids,
    ]);
  },
});
