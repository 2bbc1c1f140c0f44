import type { WithStrapi } from '#platform/strapi/with-strapi';
import { accountErrors, type emailExists, type register } from '../../contract';
import type { Output } from '#platform/http/endpoint';
import type { EndpointRequest } from '#platform/http/handler';
import { createHttpError } from '#platform/http/errors';
import { getAcceptedLanguage } from '#platform/http/parse-request';
import { byAddress, getThrottle } from '#platform/throttle';
import { toPostalAddress, toStoredAddress } from '../addresses';
import { negotiateReaderLanguage } from '#plugins/mail';
import {
  getDefaultLang,
  findDefaultVertical,
  resolveSiteLanguage,
  findVertical,
} from '../languages';
import { limitOf } from '../../settings';
import { sendAccountMail } from '../mails/kinds';
import { hashOf, requireGoodPassword } from '../passwords';
import { loadDefaultRole, findUser, isDuplicate, setPassword, getUserService } from '../users';
import { getMessage } from '../messages';

/** Tells whether an e-mail has an account. The contract requires it, so a rate limit applies. */
export const findWhetherEmailExists = async (
  { strapi }: WithStrapi,
  { body: { email }, ctx }: EndpointRequest<typeof emailExists>,
): Promise<Output<typeof emailExists>> => {
  const limit = limitOf({ strapi }, 'emailExistsPerAddress');
  await getThrottle({ strapi }).consume(ctx, [byAddress(limit, ctx)]);
  const user = await findUser({ strapi }, { email });
  if (user === null) {
    const code = 'EMAIL_NOT_FOUND';
    return { status: 411, code, message: getMessage(ctx, code), exists: false };
  }
  if (user.isFromLegacy && user.password === null) {
    const code = 'PASSWORD_RESET_REQUIRED';
    return { status: 200, code, message: getMessage(ctx, code), exists: true, isLegacyUser: true };
  }
  const code = 'EMAIL_EXISTS';
  return { status: 200, code, message: getMessage(ctx, code), exists: true, isLegacyUser: false };
};

const resolveVertical = async ({ strapi }: WithStrapi, slug: string | undefined) => {
  if (slug === undefined) return findDefaultVertical({ strapi });
  const vertical = await findVertical({ strapi }, slug);
  if (vertical === null) {
    throw createHttpError(accountErrors.UNKNOWN_VERTICAL, { details: { vertical: slug } });
  }
  return vertical;
};

/** Creates an account and sends its owner the welcome mail. */
export const registerUser = async (
  { strapi }: WithStrapi,
  { body, ctx }: EndpointRequest<typeof register>,
): Promise<Output<typeof register>> => {
  const limit = limitOf({ strapi }, 'registerPerAddress');
  await getThrottle({ strapi }).consume(ctx, [byAddress(limit, ctx)]);
  const { email, password, nameLastName, identificationNumber, phone } = body;
  requireGoodPassword({ strapi }, password);
  const vertical = await resolveVertical({ strapi }, body.vertical);
  const language = await resolveSiteLanguage(
    { strapi },
    body.language ??
      getAcceptedLanguage(ctx) ??
      vertical?.defaultLang ??
      getDefaultLang({ strapi }),
  );
  const mail = { kind: 'welcome', vertical: vertical?.slug ?? null };
  const lang =
    body.language === undefined
      ? ((await negotiateReaderLanguage({ strapi }, ctx, mail)) ?? undefined)
      : language;
  const billingAddress = toStoredAddress(body.billingAddress, language);
  const mailingAddress = toStoredAddress(body.mailingAddress, language);
  if ((await findUser({ strapi }, { email })) !== null) {
    throw createHttpError(accountErrors.USER_ALREADY_EXISTS);
  }
  const role = await loadDefaultRole({ strapi });
  const hashed = await hashOf({ strapi }, password);

  const create = () =>
    strapi.db.transaction(async () => {
      const user = await getUserService({ strapi }).add({
        email,
        username: email,
        provider: 'local',
        origin: 'local',
        // The address is unproven until a code that was sent there comes back.
        confirmed: false,
        nameLastName,
        identificationNumber,
        phone: phone ?? null,
        language,
        vertical: vertical?.slug ?? null,
        billingAddress,
        mailingAddress,
        role: role.id,
      });
      await setPassword({ strapi }, user.id, hashed);
      await sendAccountMail({ strapi }, { kind: 'welcome', user: user.documentId, lang });
      return user;
    });

  const user = await create().catch(async (error: unknown) => {
    // Two simultaneous registrations of one e-mail. The unique index accepts one of them, perhaps
    // during Strapi's own check.
    if (isDuplicate(error) || (await findUser({ strapi }, { email })) !== null) {
      throw createHttpError(accountErrors.USER_ALREADY_EXISTS, { cause: error });
    }
    throw error;
  });

  return {
    id: user.id,
    email: user.email,
    username: user.username,
    nameLastName,
    phone: user.phone,
    identificationNumber,
    language,
    vertical: user.vertical,
    billingAddress: toPostalAddress(user.billingAddress),
    mailingAddress: toPostalAddress(user.mailingAddress),
    role: role.id,
  };
};
