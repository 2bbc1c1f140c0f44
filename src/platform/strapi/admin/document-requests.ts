import { adminApi } from '@strapi/strapi/admin';

/** Which entry a request of the content manager's form is about. */
export type AboutDocument = {
  model: string;
  /** Missing for an entry that is being created, and for single types. */
  documentId?: string;
  /** Of which entry a copy is made. */
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

/** What is done around the requests with which forms save. */
export type AroundSaves = {
  /** Before one is sent: what to put into its body. */
  add: (about: AboutDocument) => Readonly<Record<string, unknown>>;
  /** And into its headers. */
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

/** The content manager's own names for them (`@strapi/content-manager`, admin/services/documents). */
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
 * Goes along with every request with which the panel's forms save an entry, from wherever it is sent: the
 * form, its keys, a list's menu, the window of a relation. RTK Query's way to change endpoints of others.
 */
export const aroundSaves = (around: AroundSaves): void => changeSaves(wrap(around));

/** Nobody has answered: the network is away, or the service is. `fetch` says so in English, and by an error of this name. */
const isUnanswered = ({ status, name }: DocumentRefusal): boolean =>
  status === undefined && name === 'TypeError';

/**
 * Has a form stay as it is where nobody answers its save. Strapi reads the entry anew after each save; where that fails as
 * well, it shows an error in the place of the form, with all that was typed.
 *
 * @param message what is said instead of what the browser says
 */
export const keepUnansweredForms = (message: () => string): void =>
  changeSaves((definition) => {
    if (definition === undefined) return;
    const { invalidatesTags: tags, transformErrorResponse } = definition;
    definition.invalidatesTags = (answer, why, argument) => {
      if (why !== undefined && isUnanswered(why)) return [];
      return typeof tags === 'function' ? tags(answer, why, argument) : (tags ?? []);
    };
    definition.transformErrorResponse = (why, meta, argument) => {
      const told = transformErrorResponse?.(why, meta, argument) ?? why;
      return isUnanswered(why) ? { ...why, message: message() } : told;
    };
  });
