import type { Core } from '@strapi/types';
import { addConditionFamily } from '#platform/strapi/admin-conditions';
import { getRoleServices } from '#platform/strapi/admin-roles';
import { getConfigurationStores } from '#platform/strapi/content-manager-configuration';
import { getEncryption } from '#platform/strapi/encryption';
import { getEntryHandlers } from '#platform/strapi/routes';
import { guardLocaleChanges } from '#platform/strapi/locale-changes';
import { identifyMcpCallers, offerCurrentLocales } from '#platform/strapi/mcp';
import { publishSharedFieldsAlone } from '#platform/strapi/shared-fields';
import { extendUploadProvider, extendUploadService } from '#platform/strapi/upload-services';

const failIfCalled = (): never => {
  throw new Error('there is no condition');
};

/** A Strapi whose services lack all functions. */
const changedStrapi = {
  service: () => ({}),
  plugin: () => ({ service: () => ({}), controller: () => ({}), provider: {} }),
  ai: { mcp: {} },
  get: () => ({ extend: (_uid: string, extend: (service: object) => object) => extend({}) }),
} as unknown as Core.Strapi;

describe('adapter of a changed internal of Strapi', () => {
  it.each([
    [
      'admin-conditions.ts',
      () =>
        addConditionFamily(
          { strapi: changedStrapi },
          { includes: () => false, find: () => failIfCalled(), offered: () => [] },
        ),
    ],
    ['mcp.ts', () => identifyMcpCallers({ strapi: changedStrapi })],
    ['mcp.ts', () => offerCurrentLocales({ strapi: changedStrapi })],
    ['admin-roles.ts', () => getRoleServices({ strapi: changedStrapi })],
    ['content-manager-configuration.ts', () => getConfigurationStores({ strapi: changedStrapi })],
    [
      'locale-changes.ts',
      () => {
        const none = (): Promise<void> => Promise.resolve();
        guardLocaleChanges({ strapi: changedStrapi }, { beforeDelete: none, beforeDefault: none });
      },
    ],
    ['shared-fields.ts', () => publishSharedFieldsAlone({ strapi: changedStrapi })],
    ['encryption.ts', () => getEncryption({ strapi: changedStrapi })],
    ['routes.ts', () => getEntryHandlers({ strapi: changedStrapi })],
    ['upload-services.ts', () => extendUploadProvider({ strapi: changedStrapi }, () => ({}))],
    [
      'upload-services.ts',
      () =>
        extendUploadService({ strapi: changedStrapi }, 'file', () => ({
          deleteByIds: () => Promise.resolve(),
        })),
    ],
  ])('%s – throws an error with its file name at the start', (file, use) => {
    expect(use).toThrow(`src/platform/strapi/${file}`);
  });
});
