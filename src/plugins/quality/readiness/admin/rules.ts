import type { Forms } from '../../../../feature/admin/panel';
import type { Readiness } from '../../../../feature/readiness';
import { labelsOf, type LabelOf } from '../names';

let known: { byType: ReadonlyMap<string, Readiness>; labelOf: LabelOf } | undefined;

/** Stores the rules and the labels of fields. Called once when the panel starts. */
export const learnRules = ({ layouts, readiness }: Forms): void => {
  known = {
    byType: new Map(readiness.map((one) => [one.uid, one])),
    labelOf: labelsOf(layouts),
  };
};

/** Returns the field labels of all forms. */
export const formLabels = (): LabelOf => known?.labelOf ?? labelsOf([]);

/** Returns the rules of a type; undefined if it has none. */
export const rulesOf = (model: string): { readiness: Readiness; labelOf: LabelOf } | undefined => {
  const readiness = known?.byType.get(model);
  return known === undefined || readiness === undefined
    ? undefined
    : { readiness, labelOf: known.labelOf };
};
