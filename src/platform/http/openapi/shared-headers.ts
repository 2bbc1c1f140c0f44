import type { RequestHeader } from '../endpoint';
import type { ApiError } from '../errors';
import type { JsonSchema } from './schema-registry';

/**
 * A request header that every endpoint accepts, and the errors of a wrong value. It has no example:
 * the documentation page would send it with every request.
 */
export type SharedHeader = Omit<RequestHeader, 'example'> & { errors: readonly ApiError[] };

const registered = new Map<string, SharedHeader>();

/**
 * Documents a header that every endpoint accepts.
 *
 * @throws Error when the name is taken, because one of the two headers would be lost silently
 */
export const registerSharedHeader = (header: SharedHeader): void => {
  if (registered.has(header.name)) throw new Error(`Two headers are named ${header.name}`);
  registered.set(header.name, header);
};

/** Returns the errors that a shared header may cause at every endpoint. */
export const listSharedHeaderErrors = (): readonly ApiError[] =>
  [...registered.values()].flatMap(({ errors }) => errors);

/** Returns the shared headers as components of the document. */
export const buildSharedHeaderComponents = (): JsonSchema =>
  Object.fromEntries(
    Array.from(registered.values(), ({ name, description, maxLength }) => [
      name,
      {
        name,
        in: 'header',
        required: false,
        description,
        schema: { type: 'string', maxLength },
      },
    ]),
  );

/** Returns references to the shared headers, for the parameters of an operation. */
export const buildSharedHeaderReferences = (): JsonSchema[] =>
  Array.from(registered.keys(), (name) => ({ $ref: `#/components/parameters/${name}` }));
