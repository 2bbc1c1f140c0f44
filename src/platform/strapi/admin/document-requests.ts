import { adminApi } from '@strapi/strapi/admin';

/** The entry that a request of the content manager's form saves. */
export type AboutDocument = {
  model: string;
  /** Missing for an entry that is being created, and for single types. */
  documentId?: string;
  /** The source entry of a copy. */
  sourceId?: string;
  params?: { locale?: string };
};

export type DocumentAnswer = { data?: { documentId?: string; updatedAt?: string } };

export type DocumentRefusal = {
  status?: number;
  name?: string;
  message?: string;
  details?: Readonly<Record<string, unknown>>;
};

/** Hooks around the requests with which forms save. */
export type AroundSaves = {
  /** Returns values to add to the body before the request is sent. */
  add: (about: AboutDocument) => Readonly<Record<string, unknown>>;
  /** Returns headers to add. */
  headers?: (about: AboutDocument) => Readonly<Record<string, string>>;
  saved: (about: AboutDocument, answer: DocumentAnswer, request: DocumentRequest) => void;
  refused: (about: AboutDocument, why: DocumentRefusal) => void;
};

type Argument = AboutDocument & { data?: object };

type Tags = readonly unknown[];

type Definition = {
  invalidatesTags?:
    Tags | ((answer: unknown, why: DocumentRefusal | undefined, argument: Argument) => Tags);
  query: (argument: Argument) => { data?: object; config?: { headers?: object } };
  transformResponse?: (answer: DocumentAnswer, meta: unknown, argument: Argument) => unknown;
  transformErrorResponse?: (why: DocumentRefusal, meta: unknown, argument: Argument) => unknown;
};

/** The content manager's endpoint names (`@strapi/content-manager`, admin/services/documents). */
const saves = [
  'createDocument',
  'cloneDocument',
  'updateDocument',
  'publishDocument',
  'unpublishDocument',
  'discardDocument',
] as const;

export type DocumentRequest = (typeof saves)[number];

const changeSaves = (
  change: (definition: Definition | undefined, request: DocumentRequest) => void,
): void => {
  adminApi.enhanceEndpoints({
    endpoints: Object.fromEntries(
      saves.map((name) => [
        name,
        (definition: Definition | undefined) => {
          change(definition, name);
        },
      ]),
    ),
  });
};

const wrap =
  ({ add, headers, saved, refused }: AroundSaves) =>
  (definition: Definition | undefined, request: DocumentRequest): void => {
    if (typeof definition?.query !== 'function') {
      throw new Error(
        'src/platform/strapi/admin/document-requests.ts: Strapi’s forms have changed',
      );
    }
    const { query, transformResponse, transformErrorResponse } = definition;
    definition.query = (argument) => {
      const sent = query(argument);
      return {
        ...sent,
        data: { ...sent.data, ...add(argument) },
        config: { ...sent.config, headers: { ...sent.config?.headers, ...headers?.(argument) } },
      };
    };
    definition.transformResponse = (answer, meta, argument) => {
      saved(argument, answer, request);
      return transformResponse === undefined ? answer : transformResponse(answer, meta, argument);
    };
    definition.transformErrorResponse = (why, meta, argument) => {
      refused(argument, why);
      return transformErrorResponse === undefined
        ? why
        : transformErrorResponse(why, meta, argument);
    };
  };

/**
 * Calls the hooks around every request that saves an entry, whether a form, a shortcut, a list's
 * menu or a relation's dialog sends it. It uses RTK Query's way to change existing endpoints.
 */
export const wrapSaves = (around: AroundSaves): void => changeSaves(wrap(around));

/**
 * Returns whether no response arrived, because the network or the service is unavailable. `fetch`
 * then throws an error of this name with an English message.
 */
const isUnanswered = ({ status, name }: DocumentRefusal): boolean =>
  status === undefined && name === 'TypeError';

/** Status of a save that stored nothing, such as a publication with errors. */
const REFUSED = 400;

/**
 * Keeps a form open when its save is refused or gets no response. Strapi reloads the entry after
 * each save. If that fails too, it replaces the form, with all unsaved edits, by an error. If the
 * locale has no entry yet, it replaces the form by an empty one.
 *
 * @param message replaces the browser's message for a save without a response
 */
export const keepUnsavedForms = (message: () => string): void =>
  changeSaves((definition) => {
    if (definition === undefined) return;
    const { invalidatesTags: tags, transformErrorResponse } = definition;
    definition.invalidatesTags = (answer, why, argument) => {
      if (why !== undefined && (why.status === REFUSED || isUnanswered(why))) return [];
      return typeof tags === 'function' ? tags(answer, why, argument) : (tags ?? []);
    };
    definition.transformErrorResponse = (why, meta, argument) => {
      const told = transformErrorResponse?.(why, meta, argument) ?? why;
      return isUnanswered(why) ? { ...why, message: message() } : told;
    };
  });
