/**
 * Whether it was shown that the owner of an account also reads the mail of its address: by a code that was
 * sent there, or by an administrator who says so. `confirmed` alone does not tell: releases that had no
 * confirmation set it for everybody who registered, but no time.
 */
export const hasProvenAddress = ({
  confirmed,
  confirmedAt,
}: {
  confirmed: boolean | null;
  confirmedAt: string | Date | null;
}): boolean => confirmed === true && confirmedAt !== null;
