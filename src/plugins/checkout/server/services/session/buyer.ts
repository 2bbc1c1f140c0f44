import { hasProvenAddress } from '../../../../account/server/proven-address';
import type { Student } from '../../../../../http/authentication';
import type { WithStrapi } from '../../types';

/** The account that an order belongs to. */
export type Buyer = {
  id: number;
  /** By the token that came with the request; otherwise by the customer's address. */
  isSignedIn: boolean;
};

type Row = { id: number; confirmed: boolean | null; confirmedAt: string | null };

/**
 * The account that buys, where that is known: that of the token, else the one whose owner has proven that
 * the customer's address is theirs. An address that somebody merely registered says nothing about who buys.
 */
export const buyerOf = async (
  { strapi }: WithStrapi,
  student: Student | null,
  email: string,
): Promise<Buyer | null> => {
  if (student !== null) return { id: student.id, isSignedIn: true };
  const user = (await strapi.db.query('plugin::users-permissions.user').findOne({
    where: { email },
    select: ['id', 'confirmed', 'confirmedAt'],
  })) as Row | null;
  return user !== null && hasProvenAddress(user) ? { id: user.id, isSignedIn: false } : null;
};
