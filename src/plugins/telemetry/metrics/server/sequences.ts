import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Measure } from '../../../../feature/measure';

/** The others are far from their ends, and change places. */
const SHOWN = 10;

/**
 * How near to their ends the sequences are that number rows. Strapi's columns of numbers are PostgreSQL's `integer`,
 * which end at 2,147,483,647: then nothing is added to the table any more. Rows of relations and components are made
 * anew by each publication, so that their numbers are used up by work, not by what there is.
 */
export const sequenceMeasures = ({ strapi }: WithStrapi): readonly Measure[] => [
  {
    name: 'cms_sequence_used_ratio',
    help: `Of the numbers that a table's rows can have, the share that was given out; the ${SHOWN} tables nearest to their end`,
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
