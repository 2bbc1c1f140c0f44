import { adminApi } from '@strapi/strapi/admin';

type Transform = (answer: unknown, meta: unknown, argument: unknown) => unknown;

type Definition = {
  query?: (argument: unknown) => unknown;
  transformResponse?: Transform;
  transformErrorResponse?: Transform;
};

/**
 * Strapi's endpoint names (`@strapi/admin`, services/auth; `@strapi/content-manager`,
 * admin/services/init).
 */
const PERMISSIONS = 'getMyPermissions';
const BEGINNING = 'getInitialData';

type Answer = { comes: Promise<void>; isHere: () => void };

const awaitAnswer = (): Answer => {
  let isHere = (): void => undefined;
  const comes = new Promise<void>((resolve) => (isHere = resolve));
  return { comes, isHere };
};

const strange = (): Error =>
  new Error('src/platform/strapi/admin/permissions-first.ts: Strapi’s requests have changed');

/**
 * Delays the content manager's initial data until the permissions are loaded. It requests both at
 * once and decides when its content types arrive. If no permissions are known by then, it shows “no
 * permission” for good. It uses RTK Query's way to change existing endpoints.
 */
export const loadPermissionsFirst = (): void => {
  let asked: Answer | undefined;

  const isAnswered =
    (transform: Transform | undefined): Transform =>
    (answer, meta, argument) => {
      // The panel must have stored the permissions first.
      setTimeout(asked?.isHere ?? ((): void => undefined));
      asked = undefined;
      return transform === undefined ? answer : transform(answer, meta, argument);
    };

  const endpoints = {
    [PERMISSIONS]: (definition: Definition | undefined): void => {
      if (definition?.query === undefined) throw strange();
      const { query, transformResponse, transformErrorResponse } = definition;
      definition.query = (argument) => {
        asked ??= awaitAnswer();
        return query(argument);
      };
      definition.transformResponse = isAnswered(transformResponse);
      definition.transformErrorResponse = isAnswered(transformErrorResponse);
    },
    [BEGINNING]: (definition: Definition | undefined): void => {
      if (definition === undefined) throw strange();
      const { transformResponse: transform } = definition;
      definition.transformResponse = async (answer, meta, argument) => {
        await asked?.comes;
        return transform === undefined ? answer : transform(answer, meta, argument);
      };
    },
  };
  adminApi.enhanceEndpoints({ endpoints });
};
