import { features, readSettings } from '#index';
import { buildProviderConfig } from '#platform/storage/provider';
import { uploadSettings } from '#platform/storage/settings';
import { accountSettings } from '#plugins/account/settings';
import { openConnection } from '#plugins/mail/server/open-connection';
import { mailSettings, SMTP_TIMEOUTS } from '#plugins/mail/settings';
import { secretSettings } from '#platform/settings/secrets';
import { panelLimitKey } from '#platform/throttle/panel-limits';
import { allowedTypes, SVG } from '#plugins/media/uploads/server/kinds';

/** The features that are Strapi plugins, in the form of Strapi's configuration. */
const localPlugins = Object.fromEntries(
  features.flatMap(({ name, folder }) =>
    folder === undefined ? [] : [[name, { enabled: true, resolve: folder }]],
  ),
);

export default () => {
  const settings = readSettings(process.env);
  const { loginLifetime } = settings.of(accountSettings);
  const { jwtSecret } = settings.of(secretSettings);
  const [email, upload] = [settings.of(mailSettings), settings.of(uploadSettings)];
  return {
    ...localPlugins,
    'users-permissions': {
      config: { jwtSecret, jwt: { expiresIn: loginLifetime } },
    },
    upload: {
      config: {
        ...buildProviderConfig(upload),
        sizeLimit: upload.maxFileSize,
        // Checks of content, names and decoding run earlier: src/plugins/media/uploads/server.
        security: { allowedTypes, deniedTypes: [SVG] },
      },
    },
    email: {
      config: {
        provider: 'nodemailer',
        providerOptions: {
          host: email.host,
          port: email.port,
          secure: email.secure,
          ...SMTP_TIMEOUTS,
          getSocket: openConnection,
          ...(email.credentials !== null && {
            auth: { user: email.credentials.username, pass: email.credentials.password },
          }),
        },
        settings: { defaultFrom: email.from, defaultReplyTo: email.from },
        ratelimit: { enabled: true, keyGenerator: panelLimitKey },
      },
    },
  };
};
