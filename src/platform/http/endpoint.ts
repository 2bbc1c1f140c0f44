import type { z } from '@strapi/utils';
import type { ApiError } from './errors';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an endpoint: anyone, anyone but with more rights for the bearer of a student's token
 * (`optional`), only such a bearer, or those who manage: the bearer of an administrator's token and servers
 * with an API token.
 */
export type Access = 'public' | 'optional' | 'student' | 'manager';

type Shape = z.ZodObject<z.ZodRawShape, z.core.$strict>;

/** A form in which an endpoint reads documents, and the type it reads them from. */
export type ContractRead = {
  uid: string;
  form: z.ZodType;
  /**
   * The attributes by which documents are chosen and ordered, those of related documents as in
   * `verticals.slug`. An answer that depends on others of them is correct as well, but kept less long:
   * until anything of the type changes.
   */
  selects?: readonly string[];
};

/** A request as somebody may send it, in the words of the sample catalogue. */
export type RequestExample = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
};

/** A header that an endpoint understands besides those of HTTP itself. */
export type RequestHeader = {
  name: string;
  description: string;
  maxLength: number;
  example: string;
};

type Promises = {
  /** Unique; generated clients name their functions by it. */
  operationId: string;
  method: HttpMethod;
  /** Below the API prefix, parameters as `:name`. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** Answers the draft of a preview token's entry to whoever holds the token. */
  previewable?: boolean;
  params?: Shape;
  query?: Shape;
  body?: z.ZodType;
  /** None is needed. */
  headers?: readonly RequestHeader[];
  /** What the OpenAPI document shows as a request. */
  example?: RequestExample;
  /** What is read for it by contract; every start checks that these forms fit the content types. */
  reads?: readonly ContractRead[];
  response: z.ZodType;
  /** What a successful answer is where it is not JSON; `response` says nothing then. */
  mediaTypes?: readonly string[];
  /** Of a successful answer; 200 unless told. */
  status?: number;
  errors?: readonly ApiError[];
};

type Admission =
  | { access?: Exclude<Access, 'manager'> }
  /** The permission is one that roles and API tokens are given in the admin panel. */
  | { access: 'manager'; permission: string };

/**
 * Everything that is promised about one endpoint. The route, who is let in, the validation of what comes in,
 * the query behind it, the answer's form and the OpenAPI document are all made from this one value.
 */
export type Endpoint = Promises & Admission;

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** The validated parts of a request. */
export type Input<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};

export type Output<E extends Endpoint> = z.output<E['response']>;

/** Declares an endpoint and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
