import { features, readSettings } from '#index';
import { collectPreviews } from '#feature/application';
import { buildPreviewAddress } from '#plugins/preview';
import { previewSettings } from '#plugins/preview/settings';
import { secretSettings } from '#platform/settings/secrets';
import { panelLimitKey } from '#platform/throttle/panel-limits';

export default () => {
  const settings = readSettings(process.env);
  const previews = collectPreviews(features);
  const [preview, secrets] = [settings.of(previewSettings), settings.of(secretSettings)];
  return {
    auth: { secret: secrets.adminJwtSecret },
    rateLimit: { enabled: true, keyGenerator: panelLimitKey },
    apiToken: { salt: secrets.apiTokenSalt },
    transfer: { token: { salt: secrets.transferTokenSalt } },
    secrets: { encryptionKey: secrets.encryptionKey },
    flags: { nps: false, promoteEE: false, docLinks: true },
    preview: {
      enabled: true,
      config: {
        allowedOrigins: ["'self'", ...(preview.url === null ? [] : [new URL(preview.url).origin])],
        handler: (uid: string, document: Parameters<typeof buildPreviewAddress>[1]) =>
          uid in previews ? buildPreviewAddress(uid, document) : null,
      },
    },
    autoOpen: false,
    watchIgnoreFiles: ['**/.tmp/**', '**/tests/**', '**/database/**', '**/sandbox/**'],
  };
};
