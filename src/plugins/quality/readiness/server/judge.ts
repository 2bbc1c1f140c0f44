import type { WithStrapi } from '../../../../platform/with-strapi';
import { evaluate } from '../evaluate';
import { createDraftReader, type Connection, type Draft, type Wanted } from './entries';
import { factsOf } from './facts';
import type { TypeMeasure } from './measures';
import type { PublishedSales } from './payment-facts';
import type { Judged } from './refusal';

/** An entry's draft with everything that is to be said of it. */
export type JudgedDraft = Judged & Pick<Draft, 'id'>;

/** Holds stored drafts against the rules of their type. */
const createJudge = ({ strapi }: WithStrapi) => {
  const read = createDraftReader({ strapi });

  return {
    read,

    /** @param sales how the entries were published before, where they have been written since */
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

/** The one of this Strapi instance: statements are compiled once. */
export const judgeOf = ({ strapi }: WithStrapi): Judge => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createJudge({ strapi }));
  return strapi.get(NAME);
};
