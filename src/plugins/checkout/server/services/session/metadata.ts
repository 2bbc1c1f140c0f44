import { checkoutErrors, type PurchaseMetadata } from '../../../contract';
import { httpError } from '../../../../../http/errors';

export type Metadata = Readonly<Record<string, string>>;

/** The provider's limits. */
const LIMITS = { keys: 50, key: 40, value: 500 };

const problemsOf = (metadata: Metadata): string[] => {
  const keys = Object.keys(metadata);
  return [
    ...(keys.length > LIMITS.keys ? [`${keys.length} keys, at most ${LIMITS.keys}`] : []),
    ...Object.entries(metadata).flatMap(([key, value]) => [
      ...(key.length < 1 || key.length > LIMITS.key || /[[\]]/.test(key)
        ? [`key "${key.slice(0, LIMITS.key)}"`]
        : []),
      ...(value.length > LIMITS.value ? [`value of "${key.slice(0, LIMITS.key)}"`] : []),
    ]),
  ];
};

/**
 * What the caller says about a purchase and what we say, as one: `payment_intent_data.metadata`, over it
 * `metadata.laab_fetch` in its order, over both the reserved keys, which no caller can change.
 *
 * @throws ValidationError `METADATA_LIMIT` where the whole exceeds what the provider keeps
 */
export const mergeMetadata = (
  { payment_intent_data: intent, metadata }: PurchaseMetadata,
  reserved: Metadata,
): Metadata => {
  const merged = Object.fromEntries([
    ...Object.entries(intent?.metadata ?? {}).map(([key, value]) => [key, String(value)]),
    ...(metadata?.laab_fetch ?? []).map(({ key, value }) => [key, value]),
    ...Object.entries(reserved),
  ]) as Metadata;
  const problems = problemsOf(merged);
  if (problems.length > 0) {
    throw httpError(checkoutErrors.METADATA_LIMIT, { details: { problems } });
  }
  return merged;
};
