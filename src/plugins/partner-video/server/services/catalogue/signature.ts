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

/** CloudFront's own variant of base64, made of characters that need no escaping in an address. */
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
 * When a signed address ends, in milliseconds since 1970, as the policy that it carries says.
 *
 * @returns null for an address that is not signed, or whose policy cannot be read
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
