/**
 * Finds the changes of an OpenAPI document that break clients. docs/reference/compatibility.md
 * promises none.
 */
import { isDeepStrictEqual } from 'node:util';
import { apiCompare } from 'api-smart-diff';

/** @typedef {{ paths: Record<string, unknown>, webhooks?: Record<string, { post: { requestBody: object } }> }} ApiDocument */
/** @typedef {import('api-smart-diff').Diff} Diff */

/**
 * Returns the document with its webhooks as responses, because their receivers read them.
 *
 * @param {ApiDocument} document
 */
const withMessages = ({ webhooks = {}, ...document }) => ({
  ...document,
  paths: {
    ...document.paths,
    ...Object.fromEntries(
      Object.entries(webhooks).map(([name, { post }]) => [
        `/webhook ${name}`,
        { post: { responses: { 200: post.requestBody } } },
      ]),
    ),
  },
});

/**
 * Returns whether the difference restricts a value that a request could choose freely. The library
 * takes a new list of values for an extension of one.
 *
 * @param {ApiDocument} released @param {Diff} difference
 */
const isValueRestriction = (released, { path }) => {
  if (path.at(-2) !== 'enum') return false;
  /** @type {any} */
  let values = released;
  for (const key of path.slice(0, -1)) values = values?.[key];
  return values === undefined;
};

/**
 * @param {unknown} value
 * @returns {Readonly<Record<PropertyKey, unknown>>}
 */
const toObject = (value) => (typeof value === 'object' && value !== null ? { ...value } : {});

/**
 * Returns the object at a path of the document; empty if there is none. The library's paths have an
 * `allOf` in places of references.
 *
 * @param {ApiDocument} document @param {readonly PropertyKey[]} path
 */
const resolveObject = (document, path) => {
  let value = toObject(document);
  for (let index = 0; index < path.length; index += 1) {
    const { $ref, ...siblings } = value;
    if (typeof $ref === 'string') {
      value = { ...resolveObject(document, $ref.split('/').slice(1)), ...siblings };
    }
    const key = path[index] ?? '';
    if (key === 'allOf' && value.allOf === undefined) index += 1;
    else value = toObject(value[key]);
  }
  return value;
};

/**
 * Returns whether the difference lists the values of a field that could have any value. Clients of
 * the field read fewer values than before.
 *
 * @param {ApiDocument} released @param {Diff} difference
 */
const isEnumAddition = (released, { action, path }) => {
  if (action !== 'add' || path.at(-2) !== 'enum') return false;
  const field = resolveObject(released, path.slice(0, -2));
  return field.type !== undefined && field.enum === undefined && field.const === undefined;
};

/**
 * Returns whether a parameter that took one value also takes a list. The spelling of one value stays.
 *
 * @param {ApiDocument} released @param {Diff} difference
 */
const takesList = (released, { action, path }) => {
  if (action !== 'add' || path.at(-1) !== 'explode') return false;
  /** @type {any} */
  const operation = released.paths[String(path[1])];
  /** @type {{ schema?: { type?: string } }[]} */
  const parameters = operation?.[String(path[2])]?.parameters ?? [];
  return parameters.every(({ schema }) => schema?.type !== 'array');
};

/**
 * @param {ApiDocument} released @param {Diff} difference
 * @returns {boolean}
 */
const isBreaking = (released, difference) => {
  const { action, path, type } = difference;
  // The library repeats the changes of components, and takes their use into account at the paths only.
  if (path[0] !== 'paths') return false;
  const responsesIndex = path.indexOf('responses');
  if (takesList(released, difference)) return false;
  if (responsesIndex === -1)
    return type === 'breaking' || (action === 'add' && isValueRestriction(released, difference));
  // Clients treat unknown codes by their status, so errors may come and go.
  if (!String(path[responsesIndex + 1]).startsWith('2')) return false;
  if (isEnumAddition(released, difference)) return false;
  const isField = path.at(-2) === 'properties';
  return type === 'breaking' || (action !== 'add' && (isField || path.at(-1) === 'type'));
};

/**
 * Returns the changes that break clients of the released document, one line each.
 *
 * @param {ApiDocument} released @param {ApiDocument} current
 * @returns {string[]}
 */
export const listBreakingChanges = (released, current) => {
  if (isDeepStrictEqual(released, current)) return [];
  const before = withMessages(released);
  // The library changes the documents that it compares.
  const { diffs } = apiCompare(structuredClone(before), structuredClone(withMessages(current)));
  return diffs
    .filter((difference) => isBreaking(before, difference))
    .map(({ action, path, description }) => `${action} ${path.join(' > ')}: ${description ?? ''}`);
};
