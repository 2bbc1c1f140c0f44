import { z } from '@strapi/utils';

const policy = z.object({
  Statement: z
    .array(
      z.object({
        Condition: z.object({ DateLessThan: z.object({ 'AWS:EpochTime': z.number().positive() }) }),
      }),
    )
    .min(1),
});

/** Decodes CloudFront's variant of base64, whose characters need no escaping in a URL. */
const decode = (value: string): string =>
  Buffer.from(value.replace(/-/g, '+').replace(/_/g, '=').replace(/~/g, '/'), 'base64').toString();

const parse = (value: string): unknown => {
  try {
    return JSON.parse(decode(value));
  } catch {
    return undefined;
  }
};

/**
 * Returns the expiry of a signed URL in milliseconds since 1970, from its policy.
 *
 * @returns null if the URL is not signed, or its policy cannot be parsed
 */
export const signatureEnd = (address: string): number | null => {
  const { searchParams } = new URL(address);
  const isSigned = ['Policy', 'Signature', 'Key-Pair-Id'].every((name) => searchParams.get(name));
  if (!isSigned) return null;
  const result = policy.safeParse(parse(searchParams.get('Policy') ?? ''));
  if (!result.success) return null;
  const ends = result.data.Statement.map(
    ({ Condition }) => Condition.DateLessThan['AWS:EpochTime'] * 1000,
  );
  return Math.min(...ends);
};
