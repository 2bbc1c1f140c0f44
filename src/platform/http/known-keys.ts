import type { z } from '@strapi/utils';

type UnknownKeys = z.core.$ZodIssueUnrecognizedKeys;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns a copy of a value without the keys that a schema does not know. */
const withoutKeys = (value: unknown, unknownKeys: readonly UnknownKeys[]): unknown => {
  const copy: unknown = structuredClone(value);
  for (const { path, keys } of unknownKeys) {
    const owner = path.reduce(
      (inner, key) => (isObject(inner) ? (Reflect.get(inner, key) as unknown) : undefined),
      copy,
    );
    if (isObject(owner)) for (const key of keys) Reflect.deleteProperty(owner, key);
  }
  return copy;
};

/**
 * Parses a value without the keys that a schema of strict objects does not name, and returns those
 * keys. The value is copied only if it has such keys.
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
  const known = withoutKeys(value, unknownKeys);
  return { result: schema.safeParse(known, context), unknownKeys };
};
