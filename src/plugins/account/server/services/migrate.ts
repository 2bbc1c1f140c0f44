import type { WithStrapi } from '#platform/strapi/with-strapi';
import { recordAudit } from '#feature/application';
import { accountErrors, type migrate } from '../../contract';
import type { Input, Output } from '#platform/http/endpoint';
import type { EndpointRequest } from '#platform/http/handler';
import { createHttpError } from '#platform/http/errors';
import { toPostalAddress, toStoredAddress } from '../addresses';
import { getDefaultLang } from '../languages';
import {
  loadDefaultRole,
  isDuplicate,
  USER,
  type User,
  getUserService,
  withUserLocked,
} from '../users';

type Body = Input<typeof migrate>['body'];

/**
 * Records the migration in the account's transaction. Simultaneous migrations of one user are
 * rolled back and retried, and must leave no record.
 */
const recordMigration = (
  { strapi }: WithStrapi,
  action: 'student.created' | 'student.changed',
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> => recordAudit({ strapi }, { action, target: { type: USER, id, name: email } });

const createMigrated = async ({ strapi }: WithStrapi, body: Body): Promise<User> => {
  const { email, origin, nameLastName, identificationNumber, phone } = body;
  const role = await loadDefaultRole({ strapi });
  return withUserLocked({ strapi }, { email }, async (existing) => {
    if (existing !== null && (existing.password !== null || !existing.isFromLegacy)) {
      throw createHttpError(accountErrors.USER_ALREADY_EXISTS);
    }
    const language = existing?.language ?? getDefaultLang({ strapi });
    const record = {
      origin,
      nameLastName,
      identificationNumber,
      phone: phone ?? null,
      billingAddress: toStoredAddress(body.billingAddress, language),
      mailingAddress: toStoredAddress(body.mailingAddress, language),
    };
    if (existing !== null) {
      const updatedUser = await getUserService({ strapi }).edit(existing.id, record);
      await recordMigration({ strapi }, 'student.changed', existing);
      return { ...updatedUser, role: existing.role };
    }
    const created = await getUserService({ strapi }).add({
      ...record,
      email,
      username: email,
      provider: 'local',
      language,
      isFromLegacy: true,
      confirmed: false,
      role: role.id,
    });
    await recordMigration({ strapi }, 'student.created', created);
    return { ...created, role };
  });
};

/**
 * Creates the account of a user of the legacy platform, or updates it until the user sets a
 * password.
 */
export const migrateUser = async (
  { strapi }: WithStrapi,
  { body }: EndpointRequest<typeof migrate>,
): Promise<Output<typeof migrate>> => {
  const retryAfterRace = (error: unknown): Promise<User> => {
    // A simultaneous migration of this user has just created the account.
    if (!isDuplicate(error) && !isTaken(error)) throw error;
    return createMigrated({ strapi }, body);
  };
  const user = await createMigrated({ strapi }, body).catch(retryAfterRace);
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    nameLastName: body.nameLastName,
    identificationNumber: body.identificationNumber,
    phone: user.phone,
    origin: body.origin,
    isFromLegacy: user.isFromLegacy,
    billingAddress: toPostalAddress(user.billingAddress),
    mailingAddress: toPostalAddress(user.mailingAddress),
    role: user.role?.id ?? 0,
  };
};

/** Tells whether an error is Strapi's own uniqueness check, which runs before the database's. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && error.message === 'This attribute must be unique';
