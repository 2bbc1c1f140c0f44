import type { z } from '@strapi/utils';
import type { ApiError } from './errors';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The callers that an endpoint admits:
 * - `public`: anyone
 * - `optional`: anyone; a student's token grants additional rights
 * - `student`: only callers with a student's token
 * - `manager`: administrators with a token, and servers with an API token
 */
export type Access = 'public' | 'optional' | 'student' | 'manager';

type Shape = z.ZodObject<z.ZodRawShape, z.core.$strict>;

/** A form in which an endpoint reads documents, and the content type it reads them from. */
export type ContractRead = {
  uid: string;
  form: z.ZodType;
  /**
   * The attributes that filter and sort the documents; those of related documents as
   * `verticals.slug`. A response that depends on other attributes is also correct, but it is cached
   * only until any document of the type changes.
   */
  selects?: readonly string[];
};

/** An example request, with values of the sample catalogue. */
export type RequestExample = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
};

/** A request header that an endpoint reads in addition to those of HTTP itself. */
export type RequestHeader = {
  name: string;
  description: string;
  maxLength: number;
  example: string;
};

/** Announcement that an endpoint or a field will be removed. */
export type Deprecation = {
  /** Day since which clients should not use it: `2026-11-29`. */
  since: string;
  /** First day on which it may be absent. */
  sunset?: string;
};

type Promises = {
  /** Unique. Generated clients use it as the function name. */
  operationId: string;
  method: HttpMethod;
  /** Below the API prefix. Parameters are written as `:name`. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** Announces the removal of the endpoint. `deprecated` announces that of a field. */
  deprecation?: Deprecation;
  /** Whether the bearer of a preview token receives the draft of the token's entry. */
  previewable?: boolean;
  params?: Shape;
  query?: Shape;
  body?: z.ZodType;
  /** All headers are optional. */
  headers?: readonly RequestHeader[];
  /** Example request in the OpenAPI document. */
  example?: RequestExample;
  /**
   * Documents that the endpoint reads by contract. Every start checks that these forms fit the
   * content types.
   */
  reads?: readonly ContractRead[];
  response: z.ZodType;
  /** Media types of a successful response that is not JSON. `response` is then unused. */
  mediaTypes?: readonly string[];
  /** Status of a successful response; 200 by default. */
  status?: number;
  errors?: readonly ApiError[];
};

type Admission =
  | { access?: Exclude<Access, 'manager'> }
  /** A permission that the admin panel grants to roles and API tokens. */
  | { access: 'manager'; permission: string };

/**
 * The contract of one endpoint. Route, access, validation, query, response format and OpenAPI
 * document are all derived from it.
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
export const defineEndpoint = <const E extends Endpoint>(definition: E): E => definition;
