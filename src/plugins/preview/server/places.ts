import { createContext, useContext } from 'react';
import type { PlanField, ReadPlan } from '../../../delivery/plan/read-plan';
import { isObject, type Value } from './values';

/** Where a part of a document is written, as the panel's forms name fields: `header.duration`, `contents.2`. */
type Place = { self: string | null; fields: ReadonlyMap<string, string> };

/** Another document, in whose form something is written. */
export type Elsewhere = { uid: string; documentId: string; locale: string | null };

export type Places = {
  /** The place of one of its fields, or of itself; null: in no field of the document's own form. */
  of: (part: unknown, field?: string) => string | null;
  /** Which other document names the one that is shown, and is shown with it for that; null: it is no part of such a one. */
  elsewhere: (part: unknown) => Elsewhere | null;
};

const attributeIn = (field: PlanField): string | undefined => {
  if (field.kind === 'translation') return field.own.attribute;
  return 'attribute' in field ? field.attribute : undefined;
};

const relatedIn = (field: PlanField): ReadPlan | null => {
  const inner = field.kind === 'translation' ? field.own : field;
  return 'plan' in inner && inner.kind !== 'pluck' && isType(inner.plan) ? inner.plan : null;
};

const isType = ({ uid }: ReadPlan): boolean => uid.includes('::');

/**
 * Notes where everything that is shown of a document is written. What it shows of other documents, and of files, is
 * chosen in the field that names them; where others name it instead, each is written in its own form.
 *
 * @param isInForm whether the form shows an attribute of the document
 */
export const placesIn = (
  plan: ReadPlan,
  document: Value,
  isInForm: (attribute: string) => boolean,
): Places => {
  const known = new Map<unknown, Place>();
  const others = new Map<unknown, Elsewhere>();

  const writtenIn = (value: unknown, other: Elsewhere): void => {
    if (Array.isArray(value)) value.forEach((item) => writtenIn(item, other));
    if (!isObject(value)) return;
    others.set(value, other);
    Object.values(value).forEach((inner) => writtenIn(inner, other));
  };

  const namedBy = ({ uid }: ReadPlan, value: unknown): void => {
    for (const item of [value].flat()) {
      if (!isObject(item) || typeof item.documentId !== 'string') continue;
      const locale = typeof item.locale === 'string' ? item.locale : null;
      writtenIn(item, { uid, documentId: item.documentId, locale });
    }
  };

  const chosenIn = (value: unknown, place: string): void => {
    if (Array.isArray(value)) value.forEach((item) => chosenIn(item, place));
    if (!isObject(value)) return;
    known.set(value, { self: place, fields: new Map() });
    Object.values(value).forEach((inner) => chosenIn(inner, place));
  };

  const partsOf = (field: PlanField, value: unknown, place: string): void => {
    if (field.kind === 'zone' && Array.isArray(value)) {
      value.forEach((item, at) => {
        const of = isObject(item) ? field.plans.get(String(item.__component)) : undefined;
        if (of !== undefined && isObject(item)) note(of, item, `${place}.${at}`);
      });
      return;
    }
    const inner = field.kind === 'translation' ? field.own : field;
    if (!('plan' in inner) || inner.kind === 'pluck') return;
    if (isType(inner.plan)) chosenIn(value, place);
    else if (isObject(value)) note(inner.plan, value, place);
    else if (Array.isArray(value)) {
      value.forEach((item, at) => {
        if (isObject(item)) note(inner.plan, item, `${place}.${at}`);
      });
    }
  };

  const note = (of: ReadPlan, part: Value, self: string | null): void => {
    const fields = new Map<string, string>();
    known.set(part, { self, fields });
    for (const field of of.fields) {
      const attribute = attributeIn(field);
      if (attribute === undefined || (self === null && !isInForm(attribute))) {
        const related = relatedIn(field);
        if (self === null && related !== null) namedBy(related, part[field.key]);
        continue;
      }
      const place = self === null ? attribute : `${self}.${attribute}`;
      fields.set(field.key, place);
      partsOf(field, part[field.key], place);
    }
  };

  note(plan, document, null);
  return {
    of: (part, field) => {
      const place = known.get(part);
      if (place === undefined) return null;
      return field === undefined ? place.self : (place.fields.get(field) ?? place.self);
    },
    elsewhere: (part) => others.get(part) ?? null,
  };
};

/** Where the form opens at a place of the document that is shown; null where it has none. */
export type Edit = (part: unknown, field?: string) => string | null;

export const Editing = createContext<Edit>(() => null);

export const useEdit = (): Edit => useContext(Editing);
