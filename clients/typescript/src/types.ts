import type { components, drafts, paths } from './schema.ts';

/** Types of everything that answers contain, by name: `Schemas['ProductDetail']`. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'put';

/** Pictures have addresses for `<img>`, which `pictureUrl` builds. `watchDraft` reads changes. */
type Path = Exclude<keyof paths, '/pictures/{name}' | '/draft-changes'>;

/** Paths of the endpoints with a method. */
export type PathOf<M extends Method> = {
  [P in Path]: paths[P] extends Record<M, { responses: object }> ? P : never;
}[Path];

export type Operation<M extends Method, P extends PathOf<M>> = paths[P][M];

/** A property that is required if its value is, and cannot be given if there is none. */
type Part<Name extends string, Value> = [NonNullable<Value>] extends [never]
  ? Partial<Record<Name, undefined>>
  : undefined extends Value
    ? Partial<Record<Name, NonNullable<Value>>>
    : Record<Name, Value>;

/** Texts joined by commas may be given as a list. */
type Listable<Query> = {
  [Name in keyof Query]: Query[Name] | (string extends NonNullable<Query[Name]> ? string[] : never);
};

type Parameters<O> = O extends { parameters: infer P extends object } ? P : never;

type PartOf<P, Name extends string> = Name extends keyof P ? P[Name] : undefined;

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body | undefined
    : undefined;

/** Options of a request, beside its parameters. */
export type RequestExtras = {
  signal?: AbortSignal;
  /** Passed on to `fetch`: `{ cache: 'no-store' }`, or `{ next: { tags } }` with Next.js. */
  init?: RequestInit;
};

export type Options<O> = Part<'path', PartOf<Parameters<O>, 'path'>> &
  Part<'query', Listable<PartOf<Parameters<O>, 'query'>>> &
  Part<'headers', PartOf<Parameters<O>, 'header'>> &
  Part<'body', BodyOf<O>> &
  RequestExtras;

/** Options may be omitted if none of them is required. */
export type OptionsArgument<O> =
  object extends Options<O> ? [options?: Options<O>] : [options: Options<O>];

type ResponsesOf<O> = O extends { responses: infer R } ? R : never;

/** Content of a successful answer: values for JSON, otherwise its text. */
export type Data<O> =
  ResponsesOf<O> extends { 200: { content: infer Content } }
    ? Content extends { 'application/json': infer Json }
      ? Json
      : string
    : undefined;

type ErrorBodies<R> = {
  [Status in keyof R]: R[Status] extends {
    content: { 'application/json': { error: infer E } };
  }
    ? E
    : never;
}[keyof R];

/** Properties of every error, beside its `code` and the details of the code. */
export type ErrorBase = {
  /** HTTP status; 0 without an answer. */
  status: number;
  /** For people, in the language of the request. */
  message: string;
  /** Identifies the failure in the service's log. */
  requestId?: string | undefined;
  /** Seconds after which the request may be repeated. */
  retryAfter?: number | undefined;
};

type ByCode<Details, Code> = Code extends string ? Details & ErrorBase & { code: Code } : never;

type Flat<E> = E extends { details: infer Details extends { code: string } }
  ? ByCode<Details, Details['code']>
  : never;

/** Errors of no single endpoint. */
export type CommonError =
  | (ErrorBase & { code: 'UNREACHABLE'; status: 0; cause: unknown })
  | (ErrorBase & { code: 'UNEXPECTED_ANSWER' })
  | (ErrorBase & { code: 'SERVICE_UNAVAILABLE' })
  | (ErrorBase & { code: 'UNAUTHENTICATED' });

/** Errors of an endpoint: a union by `code`, with the details of each code beside it. */
export type Failure<O> = Flat<ErrorBodies<ResponsesOf<O>>> | CommonError;

/** Paths of the endpoints that answer drafts. */
export type DraftPath = keyof drafts & PathOf<'get'>;

/** Content of an answer with a preview token: what is required may be null. */
export type Draft<P extends DraftPath> = drafts[P];

/** A result has either `data` or `error`. */
export type Result<D, E> =
  | { data: D; error: undefined; tags: string[]; response: Response }
  | { data: undefined; error: E; tags: string[]; response: Response | undefined };
