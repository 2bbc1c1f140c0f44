import { createContext, useContext } from 'react';
import type { PlanField, ReadPlan } from '#delivery/plan/read-plan';
import { isObject, type Value } from './values';

/**
 * Position of a part of a document in the form, as field names: `header.duration`, `contents.2`.
 */
type FormPosition = { self: string | null; fields: ReadonlyMap<string, string> };

/** Another document whose form contains the content. */
export type OtherDocument = { uid: string; documentId: string; locale: string | null };

export type FormPaths = {
  /**
   * Returns the form position of a part or one of its fields; null if the document's own form does
   * not contain it.
   */
  of: (part: unknown, field?: string) => string | null;
  /**
   * Returns the document that references the previewed one and is shown for that reason; null for
   * all other parts.
   */
  elsewhere: (part: unknown) => OtherDocument | null;
};

const getAttribute = (field: PlanField): string | undefined => {
  if (field.kind === 'translation') return field.untranslated.attribute;
  return 'attribute' in field ? field.attribute : undefined;
};

const getRelatedPlan = (field: PlanField): ReadPlan | null => {
  const inner = field.kind === 'translation' ? field.untranslated : field;
  return 'plan' in inner && inner.kind !== 'pluck' && isType(inner.plan) ? inner.plan : null;
};

const isType = ({ uid }: ReadPlan): boolean => uid.includes('::');

/**
 * Finds the form position of every part of a previewed document. Related documents and files are
 * selected in the field that references them. A document that references the previewed one is
 * edited in its own form.
 *
 * @param isInForm returns true if the form shows an attribute of the document
 */
export const findFormPaths = (
  plan: ReadPlan,
  document: Value,
  isInForm: (attribute: string) => boolean,
): FormPaths => {
  const positions = new Map<unknown, FormPosition>();
  const others = new Map<unknown, OtherDocument>();

  const noteComponents = (value: unknown, other: OtherDocument): void => {
    if (Array.isArray(value)) value.forEach((item) => noteComponents(item, other));
    if (!isObject(value)) return;
    others.set(value, other);
    Object.values(value).forEach((inner) => noteComponents(inner, other));
  };

  const noteReferences = ({ uid }: ReadPlan, value: unknown): void => {
    for (const item of [value].flat()) {
      if (!isObject(item) || typeof item.documentId !== 'string') continue;
      const locale = typeof item.locale === 'string' ? item.locale : null;
      noteComponents(item, { uid, documentId: item.documentId, locale });
    }
  };

  const noteSelected = (value: unknown, fieldPath: string): void => {
    if (Array.isArray(value)) value.forEach((item) => noteSelected(item, fieldPath));
    if (!isObject(value)) return;
    positions.set(value, { self: fieldPath, fields: new Map() });
    Object.values(value).forEach((inner) => noteSelected(inner, fieldPath));
  };

  const noteParts = (field: PlanField, value: unknown, fieldPath: string): void => {
    if (field.kind === 'zone' && Array.isArray(value)) {
      value.forEach((item, index) => {
        const readPlan = isObject(item) ? field.plans.get(String(item.__component)) : undefined;
        if (readPlan !== undefined && isObject(item)) note(readPlan, item, `${fieldPath}.${index}`);
      });
      return;
    }
    const inner = field.kind === 'translation' ? field.untranslated : field;
    if (!('plan' in inner) || inner.kind === 'pluck') return;
    if (isType(inner.plan)) noteSelected(value, fieldPath);
    else if (isObject(value)) note(inner.plan, value, fieldPath);
    else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        if (isObject(item)) note(inner.plan, item, `${fieldPath}.${index}`);
      });
    }
  };

  const note = (readPlan: ReadPlan, part: Value, ownPath: string | null): void => {
    const fields = new Map<string, string>();
    positions.set(part, { self: ownPath, fields });
    for (const field of readPlan.fields) {
      const attribute = getAttribute(field);
      if (attribute === undefined || (ownPath === null && !isInForm(attribute))) {
        const related = getRelatedPlan(field);
        if (ownPath === null && related !== null) noteReferences(related, part[field.key]);
        continue;
      }
      const fieldPath = ownPath === null ? attribute : `${ownPath}.${attribute}`;
      fields.set(field.key, fieldPath);
      noteParts(field, part[field.key], fieldPath);
    }
  };

  note(plan, document, null);
  return {
    of: (part, field) => {
      const position = positions.get(part);
      if (position === undefined) return null;
      return field === undefined ? position.self : (position.fields.get(field) ?? position.self);
    },
    elsewhere: (part) => others.get(part) ?? null,
  };
};

/** Returns the form URL for a part of the previewed document; null if it has none. */
export type Edit = (part: unknown, field?: string) => string | null;

export const Editing = createContext<Edit>(() => null);

export const useEdit = (): Edit => useContext(Editing);
