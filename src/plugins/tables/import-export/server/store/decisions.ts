import type { UID } from '@strapi/types';
import { comparableText } from '../../../../../catalogue/comparable-text';
import type { CauseCode, DecisionKind } from '../../runs';

/** Decision about a name in a column, as the run stores it. */
export type StoredDecision = {
  code: CauseCode;
  column: string;
  value: string;
  kind: DecisionKind;
  /** Type of the named entries. */
  target: string;
  /** Locale in which a missing entry is created. */
  locale: string | null;
  /** The chosen entry and its name. Null for other decisions. */
  documentId: string | null;
  name: string | null;
};

/** Related entry that an import creates because a decision says so. */
export type Related = {
  uid: UID.ContentType;
  name: string;
  /** Locales in which it is created. Null: the type has none. */
  locales: readonly (string | null)[];
};

type Key = Pick<StoredDecision, 'code' | 'column' | 'value'>;

/** Returns the key of a decision. Values are compared without case and accents, like names. */
export const decisionKey = ({ code, column, value }: Key): string =>
  JSON.stringify([code, column, comparableText(value)]);

/** Returns the key of a related entry, by which checked rows name it. */
export const relatedKey = ({ uid, name }: Pick<Related, 'uid' | 'name'>): string =>
  JSON.stringify([uid, comparableText(name)]);

/** Returns a function that finds the decision about a name. */
export const createDecisionFinder = (
  decisions: readonly StoredDecision[],
): ((key: Key) => StoredDecision | undefined) => {
  const byKey = new Map(decisions.map((decision) => [decisionKey(decision), decision]));
  return (key) => byKey.get(decisionKey(key));
};
