import type { Forms } from '../../../../feature/admin/panel';
import type { Readiness } from '../../../../feature/readiness';
import { labelsOf, type LabelOf } from '../names';

let known: { byType: ReadonlyMap<string, Readiness>; labelOf: LabelOf } | undefined;

/** Takes the rules and the names of fields; once, when the panel starts. */
export const learnRules = ({ layouts, readiness }: Forms): void => {
  known = {
    byType: new Map(readiness.map((one) => [one.uid, one])),
    labelOf: labelsOf(layouts),
  };
};

/** What the forms of all types call their fields. */
export const formLabels = (): LabelOf => known?.labelOf ?? labelsOf([]);

/** The rules of a type; undefined where it has none. */
export const rulesOf = (model: string): { readiness: Readiness; labelOf: LabelOf } | undefined => {
  const readiness = known?.byType.get(model);
  return known === undefined || readiness === undefined
    ? undefined
    : { readiness, labelOf: known.labelOf };
};
