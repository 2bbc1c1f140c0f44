import type { Core } from '@strapi/types';
import { addConditionFamily } from '../../src/platform/strapi/admin-conditions';
import { adminRolesOf } from '../../src/platform/strapi/admin-roles';
import { configurationsOf } from '../../src/platform/strapi/content-manager-configuration';
import { encryptionOf } from '../../src/platform/strapi/encryption';
import { entryHandlersOf } from '../../src/platform/strapi/entry-handlers';
import { guardLocaleChanges } from '../../src/platform/strapi/locale-changes';
import { nameMcpCallers } from '../../src/platform/strapi/mcp-caller';
import { offerLanguagesOfNow } from '../../src/platform/strapi/mcp-languages';
import { publishSharedFieldsAlone } from '../../src/platform/strapi/shared-fields';
import { extendUploadProvider } from '../../src/platform/strapi/upload-provider';
import { extendUploadService } from '../../src/platform/strapi/upload-services';

const notAsked = (): never => {
  throw new Error('there is no condition');
};

/** A Strapi whose services have lost every function. */
const changed = {
  service: () => ({}),
  plugin: () => ({ service: () => ({}), controller: () => ({}), provider: {} }),
  ai: { mcp: {} },
  get: () => ({ extend: (_uid: string, extend: (service: object) => object) => extend({}) }),
} as unknown as Core.Strapi;

describe('an adapter whose inside has changed', () => {
  it.each([
    [
      'admin-conditions.ts',
      () =>
        addConditionFamily(
          { strapi: changed },
          { includes: () => false, find: () => notAsked(), offered: () => [] },
        ),
    ],
    ['mcp-caller.ts', () => nameMcpCallers({ strapi: changed })],
    ['mcp-languages.ts', () => offerLanguagesOfNow({ strapi: changed })],
    ['admin-roles.ts', () => adminRolesOf({ strapi: changed })],
    ['content-manager-configuration.ts', () => configurationsOf({ strapi: changed })],
    [
      'locale-changes.ts',
      () => {
        const none = (): Promise<void> => Promise.resolve();
        guardLocaleChanges({ strapi: changed }, { beforeDelete: none, beforeDefault: none });
      },
    ],
    ['shared-fields.ts', () => publishSharedFieldsAlone({ strapi: changed })],
    ['encryption.ts', () => encryptionOf({ strapi: changed })],
    ['entry-handlers.ts', () => entryHandlersOf({ strapi: changed })],
    ['upload-provider.ts', () => extendUploadProvider({ strapi: changed }, () => ({}))],
    [
      'upload-services.ts',
      () =>
        extendUploadService({ strapi: changed }, 'file', () => ({
          deleteByIds: () => Promise.resolve(),
        })),
    ],
  ])('%s says so by its name, when it is put to use at the start', (file, use) => {
    expect(use).toThrow(`src/platform/strapi/${file}`);
  });
});
