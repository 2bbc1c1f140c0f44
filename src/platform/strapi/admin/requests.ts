import { adminApi } from '@strapi/strapi/admin';
import { warnAboutAdapter } from './adapter-warnings';

type Transform<Answer = unknown, Argument = unknown> = (
  answer: Answer,
  meta: unknown,
  argument: Argument,
) => unknown;

/** The part of an endpoint of RTK Query that the changes below use. */
type Endpoint<Argument = unknown, Answer = unknown, Refusal = unknown> = {
  query?: (argument: Argument) => { data?: object; config?: { headers?: object } };
  queryFn?: () => { data: unknown };
  invalidatesTags?:
    Tags | ((answer: unknown, refusal: Refusal | undefined, argument: Argument) => Tags);
  transformResponse?: Transform<Answer, Argument>;
  transformErrorResponse?: Transform<Refusal, Argument>;
};

type Tags = readonly unknown[];

/**
 * Changes requests of the panel by Strapi's endpoint names, in RTK Query's way for existing
 * endpoints. Endpoints that Strapi has renamed stay as they are.
 */
const changeRequests = <Name extends string, Changed extends Endpoint<never, never, never>>(
  names: readonly Name[],
  change: (endpoint: Changed & { query: NonNullable<Changed['query']> }, name: Name) => void,
): void => {
  const changes = names.map((name) => [
    name,
    (endpoint: Changed | undefined): void => {
      if (typeof endpoint?.query === 'function') change(endpoint as never, name);
      else warnAboutAdapter('requests.ts', `There is no request ${name}.`);
    },
  ]);
  adminApi.enhanceEndpoints({ endpoints: Object.fromEntries(changes) as object });
};

/** Changes an answer before, or after, Strapi has transformed it. */
const changeAnswer = <Argument>(
  endpoint: Endpoint<Argument>,
  { before = (answer) => answer, after = (answer) => answer }: Partial<AroundAnswer>,
): void => {
  const { transformResponse } = endpoint;
  endpoint.transformResponse = (answer, meta, argument) => {
    const changedAnswer = before(answer);
    return after(
      transformResponse === undefined
        ? changedAnswer
        : transformResponse(changedAnswer, meta, argument),
    );
  };
};

type AroundAnswer = Record<'before' | 'after', (answer: unknown) => unknown>;

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
  refused: (about: AboutDocument, refusal: DocumentRefusal) => void;
};

type SaveArgument = AboutDocument & { data?: object };

type SaveEndpoint = Endpoint<SaveArgument, DocumentAnswer, DocumentRefusal>;

/** Requests that save an entry (`@strapi/content-manager`, admin/services/documents). */
const saves = [
  'createDocument',
  'cloneDocument',
  'updateDocument',
  'publishDocument',
  'unpublishDocument',
  'discardDocument',
] as const;

export type DocumentRequest = (typeof saves)[number];

/**
 * Calls the hooks around every request that saves an entry, whether a form, a shortcut, a list's
 * menu or a relation's dialog sends it.
 */
export const wrapSaves = ({ add, headers, saved, refused }: AroundSaves): void =>
  changeRequests<DocumentRequest, SaveEndpoint>(saves, (endpoint, request) => {
    const { query, transformResponse, transformErrorResponse } = endpoint;
    endpoint.query = (argument) => {
      const sentRequest = query(argument);
      return {
        ...sentRequest,
        data: { ...sentRequest.data, ...add(argument) },
        config: {
          ...sentRequest.config,
          headers: { ...sentRequest.config?.headers, ...headers?.(argument) },
        },
      };
    };
    endpoint.transformResponse = (answer, meta, argument) => {
      saved(argument, answer, request);
      return transformResponse === undefined ? answer : transformResponse(answer, meta, argument);
    };
    endpoint.transformErrorResponse = (refusal, meta, argument) => {
      refused(argument, refusal);
      return transformErrorResponse === undefined
        ? refusal
        : transformErrorResponse(refusal, meta, argument);
    };
  });

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
  changeRequests<DocumentRequest, SaveEndpoint>(saves, (endpoint) => {
    const { invalidatesTags: tags, transformErrorResponse } = endpoint;
    endpoint.invalidatesTags = (answer, refusal, argument) => {
      if (refusal !== undefined && (refusal.status === REFUSED || isUnanswered(refusal))) return [];
      return typeof tags === 'function' ? tags(answer, refusal, argument) : (tags ?? []);
    };
    endpoint.transformErrorResponse = (refusal, meta, argument) => {
      const transformed = transformErrorResponse?.(refusal, meta, argument) ?? refusal;
      return isUnanswered(refusal) ? { ...refusal, message: message() } : transformed;
    };
  });

/** Requests for several entries (`@strapi/content-manager`, admin/services/documents). */
const bulkActions = [
  'deleteManyDocuments',
  'publishManyDocuments',
  'unpublishManyDocuments',
] as const;

/**
 * Applies bulk actions to the selected locales, or to the locale of the list. The panel sends the
 * locales in the URL, but the server reads them in the body. It would use the default locale and
 * delete entries that nobody selected.
 */
export const sendBulkLanguages = (): void =>
  changeRequests<string, Endpoint<{ params?: { locale?: unknown } }>>(bulkActions, (endpoint) => {
    const { query } = endpoint;
    endpoint.query = (argument) => {
      const request = query(argument);
      const locale = argument.params?.locale;
      return locale === undefined ? request : { ...request, data: { ...request.data, locale } };
    };
  });

/**
 * An entry as the panel's relations receive it. The attribute with its name depends on the type.
 */
export type RelationEntry = Readonly<Record<string, unknown>>;

/** Attributes of an entry other than the one with its name. */
const otherAttributes = new Set([
  'id',
  'documentId',
  'locale',
  'publishedAt',
  'updatedAt',
  'createdAt',
  'status',
]);

/** Returns the attribute with an entry's name in relations; undefined where it has none. */
export const findNamingAttribute = (entry: RelationEntry): string | undefined =>
  Object.keys(entry).find((name) => !otherAttributes.has(name) && typeof entry[name] === 'string');

/** Requests of relations (`@strapi/content-manager`, admin/services/relations). */
const relationReads = ['searchRelations', 'getRelations'] as const;

/** Changes the entries that the panel's relations show and offer. */
export const changeRelations = (change: (entry: RelationEntry) => RelationEntry): void =>
  changeRequests<string, Endpoint>(relationReads, (endpoint) =>
    changeAnswer(endpoint, {
      before: (answer) => {
        const { results } = answer as { results?: readonly RelationEntry[] };
        return results === undefined
          ? answer
          : { ...(answer as object), results: results.map(change) };
      },
    }),
  );

type Configuration = {
  contentType?: { metadatas?: Readonly<Record<string, { list?: { label?: unknown } }>> };
};

/**
 * Translates the names of columns that a user chooses for a list. Strapi has hooks for the columns
 * of the table only, and reads these names from the stored configuration.
 */
export const translateColumnNames = (translate: (text: unknown) => unknown): void =>
  changeRequests<string, Endpoint>(['getContentTypeConfiguration'], (endpoint) =>
    changeAnswer(endpoint, {
      after: (answer) => {
        const configuration = answer as Configuration;
        const { contentType } = configuration;
        if (contentType?.metadatas === undefined) return configuration;
        const metadatas = Object.fromEntries(
          Object.entries(contentType.metadatas).map(([name, metadata]) => [
            name,
            { ...metadata, list: { ...metadata.list, label: translate(metadata.list?.label) } },
          ]),
        );
        return { ...configuration, contentType: { ...contentType, metadatas } };
      },
    }),
  );

/** Role of the panel, as the list of roles receives it. */
export type ListedRole = { code?: string; usersCount?: number };

/** Removes roles from the list of roles in the settings (`@strapi/admin`, services/users). */
export const filterRoles = (isListed: (role: ListedRole) => boolean): void =>
  changeRequests<string, Endpoint>(['getRoles'], (endpoint) =>
    changeAnswer(endpoint, {
      after: (roles) => (Array.isArray(roles) ? (roles as ListedRole[]).filter(isListed) : roles),
    }),
  );

/**
 * Fixed responses of licensed features. The panel requests them whether or not a licence exists
 * (`@strapi/admin`, services/ai; `@strapi/i18n`, services/aiLocalizationJobs).
 */
const unlicensed = new Map<string, object>([
  ['getAiFeatureConfig', { isAiI18nConfigured: false, isAiMediaLibraryConfigured: false }],
  ['getAILocalizationJobsByDocument', { data: null }],
]);

/**
 * Settings of the media library as its pages read them: only for descriptions by AI. Editors may not
 * read the stored ones, so that opening a file reported “Policy Failed” (`@strapi/upload`,
 * future/services/settings).
 */
const uploadSettings = { data: { aiMetadata: false } } as const;

/**
 * Answers requests for licensed features in the panel where no licence exists. Otherwise every form
 * would send them and get 404.
 */
export const answerWithoutLicence = (): void => {
  if ('isEE' in window.strapi && window.strapi.isEE === true) return;
  changeRequests<string, Endpoint>([...unlicensed.keys()], (endpoint, name) => {
    Object.assign(endpoint, {
      query: undefined,
      queryFn: () => ({ data: unlicensed.get(name) }),
    });
  });
  // The media library adds its request when it is first opened. RTK Query keeps the first definition.
  adminApi.injectEndpoints({
    endpoints: (builder) => ({
      getUploadSettings: builder.query<typeof uploadSettings, undefined>({
        queryFn: () => ({ data: uploadSettings }),
      }),
    }),
  });
};

type PendingLoad = { done: Promise<void>; finish: () => void };

const startLoading = (): PendingLoad => {
  let finish = (): void => undefined;
  const completion = new Promise<void>((resolve) => (finish = resolve));
  return { done: completion, finish };
};

/**
 * Delays the content manager's initial data until the permissions are loaded. It requests both at
 * once and decides when its content types arrive. If no permissions are known by then, it shows “no
 * permission” for good (`@strapi/admin`, services/auth; `@strapi/content-manager`,
 * admin/services/init).
 */
export const loadPermissionsFirst = (): void => {
  let permissions: PendingLoad | undefined;

  const announce =
    (transform: Transform | undefined): Transform =>
    (answer, meta, argument) => {
      // The panel must have stored the permissions first.
      setTimeout(permissions?.finish ?? ((): void => undefined));
      permissions = undefined;
      return transform === undefined ? answer : transform(answer, meta, argument);
    };

  changeRequests<string, Endpoint>(['getMyPermissions'], (endpoint) => {
    const { query, transformResponse, transformErrorResponse } = endpoint;
    endpoint.query = (argument) => {
      permissions ??= startLoading();
      return query(argument);
    };
    endpoint.transformResponse = announce(transformResponse);
    endpoint.transformErrorResponse = announce(transformErrorResponse);
  });
  changeRequests<string, Endpoint>(['getInitialData'], (endpoint) => {
    const { transformResponse: transform } = endpoint;
    endpoint.transformResponse = async (answer, meta, argument) => {
      await permissions?.done;
      return transform === undefined ? answer : transform(answer, meta, argument);
    };
  });
};
