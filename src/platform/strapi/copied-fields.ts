import { createRequire } from 'node:module';
import { contentTypes } from '@strapi/utils';
import type { WithStrapi } from '../with-strapi';
import { findModel } from './models';

type Data = Record<string, unknown>;

type Can = (entity: null, field: string) => boolean;

/** The content manager's permissions of whoever copies an entry. */
type Checker = { can: { create: Can; read: Can } };

type Exclude = (uid: string, checker: Checker) => (body: Data, path?: readonly string[]) => Data;

/** The module of the content manager whose property says what a copy leaves out (server/controllers/utils/clone). */
export const copyInsides = (): { excludeNotCreatableFields: Exclude } => {
  const fromStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
  const server = fromStrapi.resolve('@strapi/content-manager/strapi-server');
  return createRequire(server)('./controllers/utils/clone.js') as {
    excludeNotCreatableFields: Exclude;
  };
};

/**
 * Has a copy of an entry hold the values of the fields that whoever copies it may not see or write. Strapi stores null in
 * their place, and an object in the place of a list of components. Call it in `register`.
 */
export const copyHiddenFields = ({ strapi }: WithStrapi): void => {
  const omitHidden = (uid: string, checker: Checker, body: Data, path: readonly string[]): Data => {
    const model = findModel({ strapi }, uid);
    const attributes = model?.attributes ?? {};
    const isSeen = (field: string): boolean =>
      checker.can.create(null, field) && checker.can.read(null, field);
    // The document service copies what is not named.
    return Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => {
        const attribute = attributes[name];
        const own = [...path, name];
        const { component } = attribute ?? {};
        const isVisible = contentTypes.isVisibleAttribute(model as never, name);
        // Who created it, and when.
        if (attribute === undefined || !isVisible) return [[name, value]];
        if (component === undefined) return isSeen(own.join('.')) ? [[name, value]] : [];
        const inner = Object.keys(findModel({ strapi }, component)?.attributes ?? {});
        if (!inner.some((field) => isSeen([...own, field].join('.')))) return [];
        const omit = (one: unknown): unknown =>
          typeof one === 'object' && one !== null
            ? omitHidden(component, checker, one as Data, own)
            : one;
        return [[name, Array.isArray(value) ? value.map(omit) : omit(value)]];
      }),
    );
  };
  copyInsides().excludeNotCreatableFields =
    (uid, checker) =>
    (body, path = []) =>
      omitHidden(uid, checker, body, path);
};
