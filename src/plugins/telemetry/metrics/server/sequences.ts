import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Metric } from '../../../../feature/metric';

/**
 * Number of sequences in the metric. All others are far from their end, and their order changes.
 */
const SHOWN = 10;

/**
 * Returns the metric of used ids. Strapi's ids are PostgreSQL's `integer`, which ends at
 * 2,147,483,647; the table then accepts no more rows. Each publication creates new rows of
 * relations and components, so ids are used up by edits, not by the number of rows.
 */
export const sequenceMetrics = ({ strapi }: WithStrapi): readonly Metric[] => [
  {
    name: 'cms_sequence_used_ratio',
    help: `Share of a table's row numbers that is used, for the ${SHOWN} tables with the highest share`,
    kind: 'gauge',
    labels: ['sequence'],
    asksDatabase: true,
    read: async () => {
      const { rows } = await strapi.db.connection.raw<{
        rows: { sequence: string; used: number }[];
      }>(
        `SELECT schemaname || '.' || sequencename AS sequence, last_value::float8 / max_value AS used
         FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY used DESC, sequence LIMIT ?`,
        [SHOWN],
      );
      return rows.map(({ sequence, used }) => ({ value: used, labels: { sequence } }));
    },
  },
];
