import type { z } from '@strapi/utils';

/** A part of a JSON schema or of the OpenAPI document. */
export type JsonSchema = Record<string, unknown>;

const registered = new Map<string, z.ZodType>();

/**
 * Registers a schema under its name in the OpenAPI document and in generated clients.
 *
 * @throws Error when the name is taken, because one of the two schemas would be lost silently
 */
export const registerSchema = <T extends z.ZodType>(id: string, schema: T): T => {
  if (registered.has(id)) throw new Error(`Two schemas are named ${id}`);
  registered.set(id, schema);
  return schema;
};

/** Returns all registered schemas by name. */
export const getRegisteredSchemas = (): ReadonlyMap<string, z.ZodType> => registered;
