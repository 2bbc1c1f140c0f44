import type { z } from '@strapi/utils';

type UnknownKeys = z.core.$ZodIssueUnrecognizedKeys;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A copy of a value without some keys of the object at a path; what is not on the path is shared. */
const withoutKeys = (
  value: unknown,
  [first, ...rest]: readonly PropertyKey[],
  keys: ReadonlySet<string>,
): unknown => {
  if (!isObject(value)) return value;
  if (first === undefined) {
    return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
  }
  const inner = withoutKeys(Reflect.get(value, first), rest, keys);
  return Array.isArray(value)
    ? value.map((entry: unknown, at) => (at === first ? inner : entry))
    : { ...value, [first]: inner };
};

/**
 * Parses a value as if it had only the keys that a schema of strict objects names, and returns those that it had besides.
 * Nothing is copied where there are none.
 */
export const parseKnownKeys = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  context?: z.core.ParseContext<z.core.$ZodIssue>,
): { result: z.ZodSafeParseResult<z.output<S>>; unknownKeys: readonly UnknownKeys[] } => {
  const result = schema.safeParse(value, context);
  const unknownKeys = (result.error?.issues ?? []).filter(
    (issue): issue is UnknownKeys => issue.code === 'unrecognized_keys',
  );
  if (unknownKeys.length === 0) return { result, unknownKeys };
  const known = unknownKeys.reduce<unknown>(
    (copy, { path, keys }) => withoutKeys(copy, path, new Set(keys)),
    value,
  );
  return { result: schema.safeParse(known, context), unknownKeys };
};
