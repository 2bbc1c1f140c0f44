import { factories } from '@strapi/strapi';
import { catalogueErrors } from '#catalogue/errors';
import { findRequestScope } from '#catalogue/request-scope';
import { catalogueSettings } from '#catalogue/settings';
import { createSlugFilter, createSlugNotFoundError } from '#catalogue/slug-not-found';
import { createReadHandler } from '#delivery/handler';
import { getLive, listNextLives, live } from '../contract';
import { pickFields } from '#catalogue/card';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { DateTime } from 'luxon';
import { escapeIdentifier as name, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { inUtc } from '#delivery/readers/sql/values';
import { createTableLookup } from '#platform/strapi/tables';

const LIVE = 'api::live.live';
const BROADCAST = 'live.type-of-live';
/**
 * Range of moments that PostgreSQL compares in this format. It writes years outside differently.
 */
const [EARLIEST, LATEST] = [Date.UTC(1900, 0, 1), Date.UTC(9999, 11, 31)];

/**
 * Returns the moment, in UTC, from which lives are listed.
 *
 * @param from a day, which begins at midnight in the zone, or a moment with its offset
 */
const parseStartOfLives = (from: string, zone: string): string => {
  const moment = DateTime.fromISO(from, { zone }).toMillis();
  return new Date(Math.min(Math.max(moment, EARLIEST), LATEST)).toISOString();
};

/**
 * Returns the statement for at most `$3` lives that begin at `$1` or later. `$2` limits it to a
 * business line.
 */
const buildNextLivesSql = ({ strapi }: WithStrapi): string => {
  const tables = createTableLookup({ strapi });
  const [lives, broadcasts, lines] = [tables(LIVE), tables(BROADCAST), tables(BUSINESS_LINE)];
  const [held, line] = [lives.link('typeOfLive'), lives.link('vertical')];
  const on = Object.entries(held.on)
    .map(([column, value]) => ` AND h.${name(column)} = ${escapeLiteral(value)}`)
    .join('');
  const start = `b.${name(broadcasts.column('startDate'))}`;
  return `SELECT d.document_id FROM ${name(lives.name)} d
    JOIN ${name(held.table)} h ON h.${name(held.from)} = d.id${on}
    JOIN ${name(broadcasts.name)} b ON b.id = h.${name(held.to)}
    WHERE d.published_at IS NOT NULL AND h.component_type = ${escapeLiteral(BROADCAST)}
      AND ${inUtc(start)} >= $1::timestamp
      AND ($2::text IS NULL OR EXISTS (SELECT FROM ${name(line.table)} l
        JOIN ${name(lines.name)} v ON v.id = l.${name(line.to)}
        WHERE l.${name(line.from)} = d.id AND v.${name(lines.column('slug'))} = $2))
    ORDER BY ${start}, d.document_id LIMIT $3`;
};

const UID = 'api::live.live';
/** Number of lives unless the request sets one. */
const NEXT = 10;

export default factories.createCoreController(UID, ({ strapi }) => {
  const read = createReadHandler({ strapi });
  let nextLives: string | undefined;

  return {
    bySlug: read(getLive, async ({ params: { slug }, query: { lang } }, view) => {
      await findRequestScope(view, { lang });
      const document = await view.readOne(UID, live, {
        where: createSlugFilter(view, UID, slug),
        parameters: { lang },
      });
      if (document === null) {
        throw await createSlugNotFoundError({ strapi }, view, catalogueErrors.LIVE_NOT_FOUND, {
          uid: UID,
          slug,
        });
      }
      return { data: document };
    }),

    next: read(listNextLives, async ({ query }, view) => {
      const { from, vertical, lang, limit = NEXT, fields } = query;
      await findRequestScope(view, { vertical, lang });
      nextLives ??= buildNextLivesSql({ strapi });
      const { livesTimeZone } = catalogueSettings.of({ strapi });
      const values = [parseStartOfLives(from, livesTimeZone), vertical ?? null, limit];
      const rows = await view.runStatement<[string]>(
        nextLives,
        values,
        [UID, BUSINESS_LINE],
        'content',
      );
      const documentId = rows.map(([id]) => id);
      if (documentId.length === 0) return { data: [] };
      const lives = (
        await view.readMany(UID, live, { where: { documentId }, parameters: { lang } })
      ).parse();
      const sorted = lives.toSorted(
        (first, other) =>
          documentId.indexOf(first.documentId) - documentId.indexOf(other.documentId),
      );
      return { data: pickFields(sorted, fields) };
    }),
  };
});
