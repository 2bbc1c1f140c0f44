import { readSettings } from '../src/settings';

export default () => {
  const { secrets } = readSettings(process.env);
  return {
    auth: { secret: secrets.adminJwtSecret },
    apiToken: { salt: secrets.apiTokenSalt },
    transfer: { token: { salt: secrets.transferTokenSalt } },
    secrets: { encryptionKey: secrets.encryptionKey },
    flags: { nps: false, promoteEE: false, docLinks: true },
    autoOpen: false,
    watchIgnoreFiles: ['**/.tmp/**', '**/tests/**', '**/database/**', '**/sandbox/**'],
  };
};
