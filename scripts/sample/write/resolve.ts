import type { Core } from '@strapi/types';
import { findModel, type AttributeSchema } from '#platform/strapi/models';
import { isFields, type Fields, type Value } from '../catalogue/fields';
import { parseEntryLink } from '../catalogue/references';
import { sampleTypes } from '../catalogue/types';

/** Lookup of the IDs for the names in data files. */
export type KnownIds = {
  documentId(uid: string, key: string): string;
  fileId(image: string): number;
};

type Options = { strapi: Core.Strapi; ids: KnownIds };

const isText = (value: Value): value is string => typeof value === 'string';

/**
 * Converts the fields of a data file for the Document Service: names of entries into links, and
 * names of images into files, as the model defines.
 */
export const createResolver = ({ strapi, ids }: Options) => {
  const getAttributes = (uid: string) => findModel({ strapi }, uid)?.attributes ?? {};

  const toLinks = (target: string, value: Value): object => {
    const keys = (Array.isArray(value) ? value : [value]).filter(isText);
    return { set: keys.map((key) => ({ documentId: ids.documentId(target, key) })) };
  };

  const toComponent = (uid: string, value: Value): unknown => {
    if (Array.isArray(value)) return value.map((component) => toComponent(uid, component));
    return isFields(value) ? resolve(uid, value) : value;
  };

  /** The components of a dynamic zone name their own type. */
  const toZone = (value: Value): unknown => {
    if (!Array.isArray(value)) return value;
    return value.filter(isFields).map(({ __component, ...part }) => ({
      __component,
      ...resolve(__component as string, part),
    }));
  };

  const toMedia = (value: Value): unknown => {
    if (Array.isArray(value)) return value.filter(isText).map((image) => ids.fileId(image));
    return isText(value) ? ids.fileId(value) : null;
  };

  /** Links to entries name them like other references; the service stores their `documentId`. */
  const toLink = (value: Value): unknown => {
    const entry = isText(value) ? parseEntryLink(value) : undefined;
    const uid = sampleTypes.find(({ folder }) => folder === entry?.folder)?.uid;
    if (entry === undefined || uid === undefined) return value;
    return `entry:${uid}/${ids.documentId(uid, entry.key)}`;
  };

  const toValue = (attribute: AttributeSchema, value: Value): unknown => {
    if (attribute.type === 'relation' && attribute.target !== undefined)
      return toLinks(attribute.target, value);
    if (attribute.type === 'media') return toMedia(value);
    if (attribute.type === 'component') return toComponent(attribute.component ?? '', value);
    if (attribute.type === 'dynamiczone') return toZone(value);
    if (attribute.customField === 'plugin::links.link') return toLink(value);
    return value;
  };

  const resolve = (uid: string, fields: Fields): Record<string, unknown> => {
    const attributes = getAttributes(uid);
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const attribute = attributes[name];
        if (attribute === undefined) throw new Error(`${uid} has no field ${name}`);
        return [name, toValue(attribute, value)];
      }),
    );
  };

  /** Returns the empty value of a field that a data file no longer contains. */
  const getEmptyValue = (uid: string, name: string): unknown => {
    const attribute = getAttributes(uid)[name];
    if (attribute?.type === 'relation') return { set: [] };
    if (attribute?.type === 'component' && attribute.repeatable === true) return [];
    if (attribute?.type === 'dynamiczone') return [];
    return attribute?.default ?? null;
  };

  /**
   * Returns a filter for entries of a type whose field has this value, or links to the entry with
   * this key.
   */
  const filterBy = (uid: string, name: string, text: string): object => {
    const attribute = getAttributes(uid)[name];
    return attribute?.type === 'relation' && attribute.target !== undefined
      ? { [name]: { documentId: ids.documentId(attribute.target, text) } }
      : { [name]: text };
  };

  return { resolve, emptied: getEmptyValue, filterBy };
};

export type Resolver = ReturnType<typeof createResolver>;
