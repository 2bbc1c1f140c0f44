import { randomBytes } from 'node:crypto';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql, tableOf } from '../../../../../platform/strapi/queries';
import type { PlacedPrice } from './stored-prices';

export const FINDING = 'plugin::prices.finding';

/** Stored price that needs attention. */
export type Finding = PlacedPrice & {
  currency: string;
  problem: 'negative' | 'hundredfold';
  /** Price at the provider and its account. */
  providerAmount: number | null;
  account: string | null;
};

/**
 * Maximum number of findings, more than anybody reviews. Further ones are found after these are
 * corrected.
 */
export const MOST_FINDINGS = 2000;

const keyOf = (finding: Finding): string =>
  JSON.stringify([
    finding.entryType,
    finding.entryId,
    finding.entryLocale,
    finding.version,
    finding.field,
    finding.amount,
    finding.problem,
  ]);

/** Length of a string column. */
const LENGTH = 255;

/**
 * Replaces the stored findings in one transaction. Known findings keep their entry and date.
 *
 * @param silent accounts that did not answer; findings against them stay
 */
export const saveFindings = async (
  { strapi }: WithStrapi,
  findings: readonly Finding[],
  silent: readonly string[],
): Promise<void> => {
  await strapi.db.transaction(async ({ trx }) => {
    // Concurrent checks of two nodes would list everything twice.
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', ['prices.findings']);
    const table = tableOf<Finding & { id: number }>({ strapi }, FINDING);
    const listed = await table.findMany({ where: {}, orderBy: { id: 'asc' } });
    const found = new Map(findings.map((finding) => [keyOf(finding), finding]));
    const gone = listed.filter(
      (finding) =>
        !found.has(keyOf(finding)) &&
        !(finding.problem === 'hundredfold' && silent.includes(finding.account ?? '')),
    );
    if (gone.length > 0)
      await table.deleteMany({ where: { id: { $in: gone.map(({ id }) => id) } } });
    for (const finding of listed) found.delete(keyOf(finding));
    const room = MOST_FINDINGS - (listed.length - gone.length);
    const data = [...found.values()].slice(0, Math.max(0, room)).map((finding) => ({
      ...finding,
      entryTitle: finding.entryTitle.slice(0, LENGTH),
      documentId: randomBytes(12).toString('hex'),
    }));
    if (data.length > 0) await strapi.db.query(FINDING).createMany({ data });
  });
};
