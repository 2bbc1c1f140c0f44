import { createRequire } from 'node:module';
import type { UID } from '@strapi/types';
import { contentTypes } from '@strapi/utils';
import type { WithStrapi } from './with-strapi';
import { createCopyMerge, type Model, type View } from './merge-copied-values';
import { loadCoreModule } from './core-internals';
import { getCurrentAbility } from './current-ability';
import { createEntryAccess } from './entry-access';
import { findModel, type ContentTypeSchema } from './models';

type Data = Record<string, unknown>;

type Can = (entity: null, field: string) => boolean;

/** The content manager's permissions of the user who copies an entry. */
type Checker = { can: { create: Can; read: Can } };

type Exclude = (uid: string, checker: Checker) => (body: Data, path?: readonly string[]) => Data;

type Prepare = (
  source: Data,
  sent: Data | undefined,
  ...rest: [ContentTypeSchema, unknown]
) => unknown;

/**
 * Returns the content manager's module that decides what a copy omits
 * (server/controllers/utils/clone).
 */
export const copyInsides = (): { excludeNotCreatableFields: Exclude } => {
  const fromStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
  const server = fromStrapi.resolve('@strapi/content-manager/strapi-server');
  return createRequire(server)('./controllers/utils/clone.js') as {
    excludeNotCreatableFields: Exclude;
  };
};

/**
 * Returns Strapi's module that merges the values of a copy
 * (document-service/utils/clone-relations).
 */
export const loadCloneRelations = (): { prepareCloneData: Prepare } =>
  loadCoreModule('./services/document-service/utils/clone-relations.js') as {
    prepareCloneData: Prepare;
  };

/** Returns the field permissions of the current user. Code outside of requests sees all fields. */
const createView = ({ strapi }: WithStrapi, uid: UID.ContentType): View => {
  const ability = getCurrentAbility({ strapi });
  const access =
    ability === undefined ? undefined : createEntryAccess({ strapi }, { ability, uid });
  const mayReadField = (model: Model, name: string, path: string): boolean => {
    if (access === undefined) return true;
    if (!contentTypes.isVisibleAttribute(model as never, name)) return false;
    const component = model.attributes[name]?.component;
    const inner = component === undefined ? undefined : findModel({ strapi }, component);
    return inner === undefined
      ? access.may('create', path) && access.may('read', path)
      : Object.keys(inner.attributes).some((field) =>
          mayReadField(inner, field, `${path}.${field}`),
        );
  };
  return { modelOf: (name: string) => findModel({ strapi }, name), sees: mayReadField };
};

/**
 * Makes copies of entries contain the values that the form sent. Strapi merges lists with those of
 * the source by position, and JSON by key, so that removed rows come back. Call it in `register`.
 *
 * @param refuse is called with the hidden fields that a list would lose
 */
export const mergeSentValues = (
  { strapi }: WithStrapi,
  refuse: (fields: readonly string[]) => never,
): void => {
  const insides = loadCloneRelations();
  const { prepareCloneData } = insides;
  insides.prepareCloneData = (source, sent = {}, type, modelOf) => {
    const copy = createCopyMerge(createView({ strapi }, type.uid), refuse)(type, source, sent);
    return prepareCloneData(copy.source, copy.sent, type, modelOf);
  };
};

/**
 * Keeps the values of fields that the copying user may not see or write. Strapi stores null in such
 * a field, and an object instead of a list of components. Call it in `register`.
 */
export const copyHiddenFields = ({ strapi }: WithStrapi): void => {
  const omitHidden = (uid: string, checker: Checker, body: Data, path: readonly string[]): Data => {
    const model = findModel({ strapi }, uid);
    const attributes = model?.attributes ?? {};
    const isSeen = (field: string): boolean =>
      checker.can.create(null, field) && checker.can.read(null, field);
    // The Document Service copies fields that are not named.
    return Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => {
        const attribute = attributes[name];
        const fieldPath = [...path, name];
        const { component } = attribute ?? {};
        const isVisible = contentTypes.isVisibleAttribute(model as never, name);
        // Creator and creation time.
        if (attribute === undefined || !isVisible) return [[name, value]];
        if (component === undefined) return isSeen(fieldPath.join('.')) ? [[name, value]] : [];
        const inner = Object.keys(findModel({ strapi }, component)?.attributes ?? {});
        if (!inner.some((field) => isSeen([...fieldPath, field].join('.')))) return [];
        const omit = (part: unknown): unknown =>
          typeof part === 'object' && part !== null
            ? omitHidden(component, checker, part as Data, fieldPath)
            : part;
        return [[name, Array.isArray(value) ? value.map(omit) : omit(value)]];
      }),
    );
  };
  copyInsides().excludeNotCreatableFields =
    (uid, checker) =>
    (body, path = []) =>
      omitHidden(uid, checker, body, path);
};
