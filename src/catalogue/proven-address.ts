/**
 * Tells whether the owner of an account has proven to read the mail of its address, by a code or an
 * administrator's confirmation. `confirmed` alone is not enough: releases without confirmation set
 * it for everybody who registered, without a time.
 */
export const hasProvenAddress = ({
  confirmed,
  confirmedAt,
}: {
  confirmed: boolean | null;
  confirmedAt: string | Date | null;
}): boolean => confirmed === true && confirmedAt !== null;
