import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Definition } from '../../../../platform/database/installer';
import { ALL } from '../../../../delivery/http-cache/tags';
import { sql } from '../../../../platform/strapi/queries';

const TABLE = 'edge.purges';

/** Rows that one look takes. */
const BATCH = 5_000;

/** Seconds after which what a node has taken is anybody's again: it must have died over it. */
const CLAIM_SECONDS = 30;

/** What waits to be purged where. */
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

/** Tags with the rows that ask for them. */
export type Taken = ReadonlyMap<string, readonly string[]>;

/** The tags that wait to be purged, by target. Taken by one node at a time, forgotten once they are purged. */
export const purgesOf = ({ strapi }: WithStrapi) => ({
  /**
   * Has tags purged everywhere in some seconds, once for each of the numbers; in the running transaction. All of them
   * at one moment, so that whoever takes what is due finds them together and needs as few requests as they fit in.
   *
   * @returns the moments, by the database's clock, none of them too early: who looks a little before finds nothing
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

  /** How many tags wait, and for how many seconds the first of them has been due, by target. */
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
   * What is due at a target and nobody else has taken. By the moment at which it is asked for: a clock that goes on while rows
   * are looked at would take the latter part of those that fall due meanwhile, and purge them with one more request.
   */
  async take(target: string): Promise<Taken> {
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
    const taken = new Map<string, string[]>();
    for (const { id, tag } of rows as { id: string; tag: string }[]) {
      taken.set(tag, [...(taken.get(tag) ?? []), id]);
    }
    return taken;
  },

  /** Puts one wish for everything in the place of what was taken. */
  async replaceByAll(target: string, ids: readonly string[]): Promise<Taken> {
    const { rows } = await sql(
      { strapi },
      `with gone as (delete from ${TABLE} where id = any(?::bigint[]))
       insert into ${TABLE} (target, tag, due, claimed_until)
       values (?, ?, clock_timestamp(), clock_timestamp() + interval '${CLAIM_SECONDS} seconds')
       returning id`,
      [ids, target, ALL],
    );
    return new Map([[ALL, rows.map(({ id }) => String(id))]]);
  },

  /** They are purged. */
  async remove(ids: readonly string[]): Promise<void> {
    await sql({ strapi }, `delete from ${TABLE} where id = any(?::bigint[])`, [ids]);
  },

  /** They are not, and whoever comes next may take them. */
  async release(ids: readonly string[]): Promise<void> {
    await sql({ strapi }, `update ${TABLE} set claimed_until = null where id = any(?::bigint[])`, [
      ids,
    ]);
  },
});
