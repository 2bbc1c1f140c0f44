import type { WithStrapi } from '../../../../platform/with-strapi';
import type { me } from '../../contract';
import { commonErrors } from '../../../../platform/http/common-errors';
import type { Output } from '../../../../platform/http/endpoint';
import { httpError } from '../../../../platform/http/errors';
import type { EndpointRequest } from '../../../../platform/http/handler';
import { wholeAddressOf } from '../addresses';
import { hasProvenAddress } from '../../../../catalogue/proven-address';
import { findUser } from '../users';

/** Returns the caller's own account with its current data. */
export const readOwnAccount = async (
  { strapi }: WithStrapi,
  { caller }: EndpointRequest<typeof me>,
): Promise<Output<typeof me>> => {
  const user = await findUser({ strapi }, { id: caller.id });
  // The account was deleted after the token was checked.
  if (user === null) throw httpError(commonErrors.UNAUTHENTICATED);
  return {
    id: user.id,
    documentId: user.documentId,
    username: user.username,
    email: user.email,
    confirmed: hasProvenAddress(user),
    name: user.name,
    surname: user.surname,
    nameLastName: user.nameLastName,
    identificationNumber: user.identificationNumber,
    phone: user.phone,
    birthday: user.birthday,
    newsletter: user.newsletter,
    language: user.language,
    vertical: user.vertical,
    origin: user.origin,
    billingAddress: wholeAddressOf(user.billingAddress),
    mailingAddress: wholeAddressOf(user.mailingAddress),
  };
};
