import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { me, ProfileAddress, updateProfile } from '../../contract';
import { commonErrors } from '#platform/http/common-errors';
import type { Output } from '#platform/http/endpoint';
import type { EndpointRequest } from '#platform/http/handler';
import { createHttpError } from '#platform/http/errors';
import { getThrottle } from '#platform/throttle';
import { profileAddressOf, toFullAddress, withProfileAddress } from '../addresses';
import { getDefaultLang } from '../languages';
import { limitOf } from '../../settings';
import {
  pickAccountFields,
  type Address,
  findUser,
  type StoredUser,
  getUserService,
  withUserLocked,
} from '../users';

/** Returns the caller's own account with its current data. */
export const readOwnAccount = async (
  { strapi }: WithStrapi,
  { caller }: EndpointRequest<typeof me>,
): Promise<Output<typeof me>> => {
  const user = await findUser({ strapi }, { id: caller.id });
  // The account was deleted after the token was checked.
  if (user === null) throw createHttpError(commonErrors.UNAUTHENTICATED);
  return {
    ...pickAccountFields(user),
    name: user.name,
    surname: user.surname,
    birthday: user.birthday,
    newsletter: user.newsletter,
    language: user.language,
    vertical: user.vertical,
    billingAddress: toFullAddress(user.billingAddress),
    mailingAddress: toFullAddress(user.mailingAddress),
  };
};

/** Returns the full name if both parts are known. */
const formatFullName = (name: string | null, surname: string | null): string | undefined =>
  name === null || surname === null ? undefined : `${name} ${surname}`.trim();

/** Changes the fields of the caller's account that the body contains. */
export const updateOwnProfile = async (
  { strapi }: WithStrapi,
  { body, caller, ctx }: EndpointRequest<typeof updateProfile>,
): Promise<Output<typeof updateProfile>> => {
  const { id } = caller;
  const limit = limitOf({ strapi }, 'profilePerAccount');
  await getThrottle({ strapi }).consume(ctx, [{ limit, key: String(id) }]);

  const user = await withUserLocked({ strapi }, { id }, async (stored): Promise<StoredUser> => {
    if (stored === null) throw createHttpError(commonErrors.UNAUTHENTICATED);
    const { name, surname, phone, birthday, newsletter } = body;
    const nameLastName = formatFullName(
      name === undefined ? stored.name : name,
      surname === undefined ? stored.surname : surname,
    );
    const isRenamed = name !== undefined || surname !== undefined;
    const language = stored.language ?? getDefaultLang({ strapi });
    const applyAddressChange = (
      storedAddress: Address | null,
      change: ProfileAddress | null | undefined,
    ) => change && withProfileAddress(storedAddress, change, language);
    const billingAddress = applyAddressChange(stored.billingAddress, body.billingAddress);
    const mailingAddress = applyAddressChange(stored.mailingAddress, body.mailingAddress);
    return getUserService({ strapi }).edit(id, {
      ...(name !== undefined && { name }),
      ...(surname !== undefined && { surname }),
      ...(isRenamed && nameLastName !== undefined && { nameLastName }),
      ...(phone !== undefined && { phone }),
      ...(birthday !== undefined && { birthday }),
      ...(newsletter !== undefined && { newsletter }),
      ...(billingAddress !== undefined && { billingAddress }),
      ...(mailingAddress !== undefined && { mailingAddress }),
    });
  });

  return {
    id: user.id,
    documentId: user.documentId,
    email: user.email,
    name: user.name,
    surname: user.surname,
    phone: user.phone,
    billingAddress: profileAddressOf(user.billingAddress),
    mailingAddress: profileAddressOf(user.mailingAddress),
  };
};
