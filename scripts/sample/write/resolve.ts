import type { Core } from '@strapi/types';
import { findModel, type AttributeSchema } from '../../../src/platform/strapi/models';
import { isFields, type Fields, type Value } from '../catalogue/fields';

/** What the names in data files stand for by now. */
export type Known = {
  documentId(uid: string, key: string): string;
  fileId(image: string): number;
};

type Options = { strapi: Core.Strapi; known: Known };

const isText = (value: Value): value is string => typeof value === 'string';

/**
 * Turns the fields of a data file into what the Document Service takes: names of entries into links,
 * names of images into files. The model says which is which.
 */
export const createResolver = ({ strapi, known }: Options) => {
  const attributesOf = (uid: string) => findModel({ strapi }, uid)?.attributes ?? {};

  const toLinks = (target: string, value: Value): object => {
    const keys = (Array.isArray(value) ? value : [value]).filter(isText);
    return { set: keys.map((key) => ({ documentId: known.documentId(target, key) })) };
  };

  const toComponent = (uid: string, value: Value): unknown => {
    if (Array.isArray(value)) return value.map((one) => toComponent(uid, one));
    return isFields(value) ? resolve(uid, value) : value;
  };

  /** The parts of a dynamic zone say themselves which component they are. */
  const toZone = (value: Value): unknown => {
    if (!Array.isArray(value)) return value;
    return value.filter(isFields).map(({ __component, ...part }) => ({
      __component,
      ...resolve(__component as string, part),
    }));
  };

  const toMedia = (value: Value): unknown => {
    if (Array.isArray(value)) return value.filter(isText).map((image) => known.fileId(image));
    return isText(value) ? known.fileId(value) : null;
  };

  const toValue = (attribute: AttributeSchema, value: Value): unknown => {
    if (attribute.type === 'relation' && attribute.target !== undefined)
      return toLinks(attribute.target, value);
    if (attribute.type === 'media') return toMedia(value);
    if (attribute.type === 'component') return toComponent(attribute.component ?? '', value);
    if (attribute.type === 'dynamiczone') return toZone(value);
    return value;
  };

  const resolve = (uid: string, fields: Fields): Record<string, unknown> => {
    const attributes = attributesOf(uid);
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const attribute = attributes[name];
        if (attribute === undefined) throw new Error(`${uid} has no field ${name}`);
        return [name, toValue(attribute, value)];
      }),
    );
  };

  /** What a field holds when a data file does not speak of it any more. */
  const emptied = (uid: string, name: string): unknown => {
    const attribute = attributesOf(uid)[name];
    if (attribute?.type === 'relation') return { set: [] };
    if (attribute?.type === 'component' && attribute.repeatable === true) return [];
    if (attribute?.type === 'dynamiczone') return [];
    return attribute?.default ?? null;
  };

  /** What finds the entries of a type of which a field says this, or links to the entry of this key. */
  const filterBy = (uid: string, name: string, text: string): object => {
    const attribute = attributesOf(uid)[name];
    return attribute?.type === 'relation' && attribute.target !== undefined
      ? { [name]: { documentId: known.documentId(attribute.target, text) } }
      : { [name]: text };
  };

  return { resolve, emptied, filterBy };
};

export type Resolver = ReturnType<typeof createResolver>;
