import type { Core } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { isText } from '../../../../../catalogue/language-values';
import { featuresOf } from '../../../../../feature/application';
import type { Field as FormField, Layout, Text } from '../../../../../feature/layout';
import { findModel, type AttributeSchema } from '../../../../../platform/strapi/models';
import { type Column, kindOf, columnLabel, referenceTargetOf } from '../../../bulk-edit';
import { pricedTypes } from '../../../../commerce/prices';

type Named = { name: string; label: Text };

/**
 * Field of a type or component in files: a cell, a component, a list of components, or a dynamic
 * zone.
 */
export type Field =
  | (Named & {
      kind: 'cell';
      column: Column;
      /** Whether it is translated: a text, and no code or value. */
      isText: boolean;
    })
  | (Named & { kind: 'part' | 'list'; component: string })
  | (Named & { kind: 'zone' });

/** Returns the fields of a type or component that forms show, in their order. */
export type FieldsOf = (uid: string) => readonly Field[];

const layoutsOf = ({ strapi }: WithStrapi): Map<string, Layout> => {
  const layouts = featuresOf({ strapi }).flatMap(({ layouts: all }) => [
    ...(all?.types ?? []),
    ...(all?.components ?? []),
  ]);
  return new Map(layouts.map((layout) => [layout.uid, layout]));
};

const fieldFrom = (
  { strapi }: WithStrapi,
  name: string,
  field: FormField,
  attribute: AttributeSchema,
  isPrice: boolean,
): Field[] => {
  const { label } = field;
  const { type, component, repeatable, mappedBy, target } = attribute;
  if (type === 'component' && component !== undefined) {
    return [{ name, label, kind: repeatable === true ? 'list' : 'part', component }];
  }
  if (type === 'dynamiczone') return [{ name, label, kind: 'zone' }];
  const kind = kindOf(attribute, isPrice);
  // The inverse side of a relation is edited at its owner, and accounts are not content.
  if (kind === undefined || mappedBy !== undefined) return [];
  if (kind === 'relation' && target?.startsWith('api::') !== true) return [];
  const column: Column = {
    name,
    ...columnLabel({ strapi }, label, kind),
    kind,
    isLocalized: true,
    choices: attribute.enum ?? [],
    ...referenceTargetOf(attribute),
  };
  return [{ name, label: column.label, kind: 'cell', column, isText: isText(attribute, field) }];
};

const known = new WeakMap<Core.Strapi, FieldsOf>();

export const fieldsOf = ({ strapi }: WithStrapi): FieldsOf => {
  const there = known.get(strapi);
  if (there !== undefined) return there;
  const layouts = layoutsOf({ strapi });
  const prices = new Map<string, readonly string[]>(
    pricedTypes({ strapi }).map((type) => [type.uid, type.prices]),
  );
  const fields = new Map<string, readonly Field[]>();

  const compile = (uid: string): readonly Field[] => {
    const attributes = findModel({ strapi }, uid)?.attributes ?? {};
    return (layouts.get(uid)?.rows ?? [])
      .flatMap((row) => Object.entries(row))
      .flatMap(([name, field]) => {
        const attribute = attributes[name];
        const isPrice = prices.get(uid)?.includes(name) === true;
        return attribute === undefined
          ? []
          : fieldFrom({ strapi }, name, field, attribute, isPrice);
      });
  };

  const of: FieldsOf = (uid) => {
    const all = fields.get(uid) ?? compile(uid);
    fields.set(uid, all);
    return all;
  };
  known.set(strapi, of);
  return of;
};
