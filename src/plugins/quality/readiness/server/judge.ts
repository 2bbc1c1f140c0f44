import type { WithStrapi } from '../../../../platform/with-strapi';
import { evaluate } from '../evaluate';
import { createDraftReader, type Connection, type Draft, type Wanted } from './entries';
import { factsOf } from './facts';
import type { TypeMeasure } from './measures';
import type { PublishedSales } from './payment-facts';
import type { Judged } from './refusal';

/** Draft of an entry with its findings. */
export type JudgedDraft = Judged & Pick<Draft, 'id'>;

/** Creates the evaluator of stored drafts. */
const createJudge = ({ strapi }: WithStrapi) => {
  const read = createDraftReader({ strapi });

  return {
    read,

    /**
     * Evaluates stored drafts.
     *
     * @param sales former published sale data, if the entries have been written since
     */
    async judge(
      connection: Connection,
      measure: TypeMeasure,
      wanted: Wanted,
      sales?: PublishedSales,
    ): Promise<JudgedDraft[]> {
      const drafts = await read(connection, measure.uid, wanted);
      const facts = await factsOf(connection, measure.uid, drafts, sales);
      return drafts.map(({ id, documentId, locale, title, content }, at) => {
        const known = facts[at];
        return {
          id,
          documentId,
          locale,
          title,
          findings: known === undefined ? [] : evaluate(measure, content, known),
        };
      });
    },
  };
};

export type Judge = ReturnType<typeof createJudge>;

const NAME = 'readiness-judge';

/** Returns the evaluator of this Strapi instance, which compiles its statements once. */
export const judgeOf = ({ strapi }: WithStrapi): Judge => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createJudge({ strapi }));
  return strapi.get(NAME);
};
