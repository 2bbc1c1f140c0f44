import type { z } from '@strapi/utils';

const registered = new Map<string, z.ZodType>();

/**
 * Gives a schema the name under which the OpenAPI document and generated clients know it.
 *
 * @throws Error when the name is taken: two forms under one name would silently lose one of them.
 */
export const registerSchema = <T extends z.ZodType>(id: string, schema: T): T => {
  if (registered.has(id)) throw new Error(`Two schemas are called ${id}`);
  registered.set(id, schema);
  return schema;
};

/** Every named schema by its name. */
export const registeredSchemas = (): ReadonlyMap<string, z.ZodType> => registered;
