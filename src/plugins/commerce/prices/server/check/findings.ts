import { randomBytes } from 'node:crypto';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { sql, tableOf } from '../../../../../platform/strapi/queries';
import { FINDING } from '../uids';
import type { PlacedPrice } from './place';

/** A stored price that somebody has to look at. */
export type Finding = PlacedPrice & {
  currency: string;
  problem: 'negative' | 'hundredfold';
  /** What it costs at the provider, and in which account. */
  providerAmount: number | null;
  account: string | null;
};

/** More than anybody looks through; what comes behind is found once these are mended. */
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

/** As much as a string's column has. */
const LENGTH = 255;

/**
 * Has the list say what was found, in one step. What was there before stays the same entry, with its date.
 *
 * @param silent accounts that were not heard: what was found against them stays
 */
export const saveFindings = async (
  { strapi }: WithStrapi,
  findings: readonly Finding[],
  silent: readonly string[],
): Promise<void> => {
  await strapi.db.transaction(async ({ trx }) => {
    // Two nodes that check at once would list everything twice.
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
