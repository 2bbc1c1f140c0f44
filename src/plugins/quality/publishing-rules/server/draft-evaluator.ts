import type { WithStrapi } from '../../../../platform/with-strapi';
import { evaluate } from '../evaluate';
import { createDraftReader, type Connection, type Draft, type Wanted } from './entries';
import { factsOf, type Before } from './read-facts';
import type { TypeRuleSet } from './rule-sets';
import type { EvaluatedEntry } from './refusal';

/** Draft of an entry with its findings. */
export type EvaluatedDraft = EvaluatedEntry & Pick<Draft, 'id'>;

/** Creates the evaluator of stored drafts. */
const createDraftEvaluator = ({ strapi }: WithStrapi) => {
  const read = createDraftReader({ strapi });

  return {
    read,

    /**
     * Evaluates stored drafts.
     *
     * @param before published versions before this request, if it has written the entries
     */
    async evaluateDrafts(
      connection: Connection,
      ruleSet: TypeRuleSet,
      wanted: Wanted,
      before?: Before,
    ): Promise<EvaluatedDraft[]> {
      const drafts = await read(connection, ruleSet.uid, wanted);
      const facts = await factsOf(connection, ruleSet.uid, drafts, { read, before });
      return drafts.map(({ id, documentId, locale, title, content }, at) => {
        const known = facts[at];
        return {
          id,
          documentId,
          locale,
          title,
          findings: known === undefined ? [] : evaluate(ruleSet, content, known),
        };
      });
    },
  };
};

export type DraftEvaluator = ReturnType<typeof createDraftEvaluator>;

const NAME = 'publishing-rules-evaluator';

/** Returns the evaluator of this Strapi instance, which compiles its statements once. */
export const draftEvaluatorOf = ({ strapi }: WithStrapi): DraftEvaluator => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createDraftEvaluator({ strapi }));
  return strapi.get(NAME);
};
