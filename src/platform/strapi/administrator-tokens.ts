import { createHash } from 'node:crypto';
import type { WithStrapi } from './with-strapi';
import { createSqlRunner } from './pooled-sql';

const USER = 'admin::user';

type Row = Record<string, unknown>;

type Event = {
  params: { data?: Row; where?: Row };
  state: { tokens?: Row; endsLogins?: boolean };
  result?: Row | null;
};

/**
 * An administrator's attributes with tokens that allow a login (`@strapi/admin`,
 * content-types/User).
 */
const tokenAttributes = ['resetPasswordToken', 'registrationToken'] as const;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Replaces the tokens of a row or a condition by their hashes. Returns the tokens. */
const hashTokens = (row: Row | undefined): Row => {
  const tokens: Row = {};
  for (const name of tokenAttributes) {
    const token = row?.[name];
    if (row === undefined || typeof token !== 'string') continue;
    tokens[name] = token;
    row[name] = hashOf(token);
  }
  return tokens;
};

/**
 * Clears the password reset token and the invitation with each new password or address, and when an
 * administrator is deactivated. A link sent before would give the account back, and an invitation
 * would also activate it. Strapi clears a token only when its link is used.
 */
const endLinks = async (
  { strapi }: WithStrapi,
  { params: { data = {}, where = {} } }: Event,
): Promise<void> => {
  const { password, email, isActive, resetPasswordToken } = data;
  if (typeof resetPasswordToken === 'string') return;
  const isStoredWith = async (condition: Row): Promise<boolean> =>
    (await strapi.db.query(USER).count({ where: { $and: [where, condition] } })) > 0;
  const endsThem =
    typeof password === 'string' ||
    (typeof email === 'string' && (await isStoredWith({ email: { $ne: email } }))) ||
    // Invited users are inactive until they register.
    (isActive === false && (await isStoredWith({ isActive: true })));
  if (!endsThem) return;
  Object.assign(data, {
    resetPasswordToken: null,
    resetPasswordTokenExpiresAt: null,
    registrationToken: null,
  });
};

/**
 * Ends the logins of an administrator whose password another one, or a command, has changed, or
 * who is deactivated. Strapi ends them only if administrators change their own.
 */
const endLogins = async ({ strapi }: WithStrapi, { state, result }: Event): Promise<void> => {
  if (state.endsLogins !== true || typeof result?.id !== 'number') return;
  await strapi.db
    .query('admin::session')
    .deleteMany({ where: { userId: String(result.id), origin: 'admin' } });
};

/**
 * Ends invitations of users who already have a password. Earlier releases left them valid when a
 * user got a password in another way.
 */
export const endUsedInvitations = async ({ strapi }: WithStrapi): Promise<void> => {
  await createSqlRunner(strapi.db.connection)(
    'UPDATE admin_users SET registration_token = NULL WHERE registration_token IS NOT NULL AND password IS NOT NULL',
  );
};

/**
 * Stores the invitation and password reset tokens of administrators as SHA-256 hashes, so that
 * readers of the database cannot log in with them. Strapi stores them in plain text. A plain hash
 * is enough for 20 random bytes. Ends links and logins with the password that they belong to.
 * Call it in `bootstrap`.
 */
export const hashAdministratorTokens = async ({ strapi }: WithStrapi): Promise<void> => {
  strapi.db.lifecycles.subscribe({
    models: [USER],
    beforeCreate: (event: unknown) => {
      const { params, state } = event as Event;
      state.tokens = hashTokens(params.data);
    },
    // Strapi shows the invitation's link from the result of the creation.
    afterCreate: (event: unknown) => {
      const { state, result } = event as Event;
      if (result !== undefined && result !== null) Object.assign(result, state.tokens);
    },
    beforeUpdate: async (event: unknown) => {
      const { params, state } = event as Event;
      state.endsLogins =
        typeof params.data?.password === 'string' || params.data?.isActive === false;
      await endLinks({ strapi }, event as Event);
      hashTokens(params.data);
    },
    afterUpdate: (event: unknown) => endLogins({ strapi }, event as Event),
    beforeFindOne: (event: unknown) => void hashTokens((event as Event).params.where),
  });
  await endUsedInvitations({ strapi });
  // Hashes the tokens of earlier releases: a token has 40 characters, a hash 64.
  const columns = ['reset_password_token', 'registration_token'];
  for (const column of columns) {
    await createSqlRunner(strapi.db.connection)(
      `UPDATE admin_users SET ${column} = encode(sha256(convert_to(${column}, 'UTF8')), 'hex') WHERE length(${column}) <> 64`,
    );
  }
};
