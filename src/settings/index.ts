import { accountSettings } from '../plugins/account/settings';
import { catalogueSettings } from '../catalogue/settings';
import { checkoutSettings } from '../plugins/checkout/settings';
import { deliverySettings } from '../reading/settings';
import type { Concern, Environment, Variables } from './section';
import { databaseSettings } from '../database/settings';
import { emailSettings } from '../plugins/mail/settings';
import { isRelaxed } from './node-env';
import { partnerVideoSettings } from '../plugins/partner-video/settings';
import { previewSettings } from '../plugins/preview/settings';
import { releaseSettings } from '../releases/settings';
import { secretSettings } from './secrets';
import { serverSettings } from './server';
import { shutdownSettings } from './shutdown';
import { uploadSettings } from '../plugins/uploads/settings';

/** Every concern that reads the environment. A new one is a file of its own and a line here. */
const concerns = {
  server: serverSettings,
  shutdown: shutdownSettings,
  database: databaseSettings,
  releases: releaseSettings,
  secrets: secretSettings,
  catalogue: catalogueSettings,
  delivery: deliverySettings,
  email: emailSettings,
  upload: uploadSettings,
  preview: previewSettings,
  partnerVideo: partnerVideoSettings,
  account: accountSettings,
  checkout: checkoutSettings,
} as const satisfies Record<string, Concern<unknown>>;

type Concerns = typeof concerns;

export type Settings = {
  readonly [Name in keyof Concerns]: Concerns[Name] extends Concern<infer T> ? T : never;
};

const environmentOf = (variables: Variables): Environment => ({
  // Someone who writes `PORT=` in a file means "not set".
  variables: Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  ),
  // A build of the admin panel is one for production, wherever and for whatever it is made.
  isProduction: variables.ADMIN_BUILD !== 'true' && !isRelaxed(variables.NODE_ENV),
});

/** Says everything that is wrong with the environment at once. */
export class SettingsError extends Error {
  override name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(
      [
        'The service cannot start with these settings:',
        ...problems.map((problem) => `  - ${problem}`),
        'Every setting is described in .env.example.',
      ].join('\n'),
    );
  }
}

/**
 * The settings as the environment says them.
 *
 * @throws SettingsError naming every variable that is missing or malformed
 */
export const readSettings = (variables: Variables): Settings => {
  const environment = environmentOf(variables);
  const problems: string[] = [];
  const settings = Object.entries(concerns).map(([name, concern]) => {
    const result = concern(environment).safeParse(environment.variables);
    for (const { path, message } of result.error?.issues ?? []) {
      const variable = path.join('.');
      const isMissing = environment.variables[variable] === undefined;
      problems.push(`${variable} ${isMissing ? 'is not set' : message}`);
    }
    return [name, result.data];
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(settings) as Settings;
};
