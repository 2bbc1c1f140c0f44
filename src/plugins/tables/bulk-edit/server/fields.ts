import type { TypeRequest } from '#platform/http/request-person';
import type { Core, UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { isText } from '#catalogue/language-values';
import { catalogueSettings } from '#catalogue/settings';
import { getFeatures } from '#feature/application';
import type { Field as FormField, Layout, Text } from '#feature/layout';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel, isLocalized, type AttributeSchema } from '#platform/strapi/models';
import { listPricedTypes } from '#catalogue/money/price-fields';
import type { Column, ColumnKind } from '../edit';
import { isNaming } from './cells';
import { FILE } from './find-references';

type LabelledField = { name: string; label: Text };

/**
 * Field of a type or component in tables and files: a cell, a component, a list of components, or a
 * dynamic zone.
 */
export type Field =
  | (LabelledField & {
      kind: 'cell';
      column: Column;
      /** Whether it is translated: a text, and no code or value. */
      isText: boolean;
    })
  | (LabelledField & { kind: 'part' | 'list'; component: string })
  | (LabelledField & { kind: 'zone' });

/** Returns the fields of a type or component that forms show, in their order. */
export type FieldsOf = (uid: string) => readonly Field[];

const kinds: Readonly<Record<string, ColumnKind>> = {
  string: 'text',
  text: 'text',
  richtext: 'text',
  email: 'text',
  integer: 'integer',
  decimal: 'decimal',
  float: 'float',
  boolean: 'boolean',
  enumeration: 'choice',
  date: 'date',
  datetime: 'datetime',
  relation: 'relation',
  media: 'media',
};

/** Pattern by which models mark a string as a time. */
const TIME_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/**
 * Returns the cell kind of an attribute; undefined if no cell can hold it. A custom field is text
 * unless it is a price.
 */
const findCellKind = (
  { type, customField, regex }: AttributeSchema,
  isPrice: boolean,
): ColumnKind | undefined => {
  if (isPrice) return 'price';
  if (type === 'string' && regex === TIME_PATTERN) return 'time';
  return customField !== undefined && kinds[type] === undefined ? 'text' : kinds[type];
};

/** Returns the target type of a column's references, and whether it holds several. */
const getReferenceTarget = ({
  type,
  target,
  relation,
  multiple,
}: AttributeSchema): Pick<Column, 'target' | 'isMany'> =>
  type === 'media'
    ? { target: FILE, isMany: multiple === true }
    : { target: target ?? null, isMany: relation?.endsWith('Many') === true };

const indexLayouts = ({ strapi }: WithStrapi): Map<string, Layout> => {
  const layouts = getFeatures({ strapi }).flatMap(({ layouts: all }) => [
    ...(all?.types ?? []),
    ...(all?.components ?? []),
  ]);
  return new Map(layouts.map((layout) => [layout.uid, layout]));
};

const toFields = (
  name: string,
  field: FormField,
  attribute: AttributeSchema,
  { isPrice, zone }: { isPrice: boolean; zone: string },
): Field[] => {
  const { type, component, repeatable, mappedBy, target } = attribute;
  if (type === 'component' && component !== undefined) {
    return [{ name, label: field.label, kind: repeatable === true ? 'list' : 'part', component }];
  }
  if (type === 'dynamiczone') return [{ name, label: field.label, kind: 'zone' }];
  const kind = findCellKind(attribute, isPrice);
  // The inverse side of a relation is edited at its owner, and accounts are not content.
  if (kind === undefined || mappedBy !== undefined) return [];
  if (kind === 'relation' && target?.startsWith('api::') !== true) return [];
  const timeZone = kind === 'datetime' ? zone : null;
  const { en, es } = field.label;
  const label = timeZone === null ? field.label : { en: `${en} (${zone})`, es: `${es} (${zone})` };
  const column: Column = {
    ...{ name, label, timeZone, kind },
    isLocalized: isLocalized(attribute) || isNaming({ kind }),
    choices: (attribute.enum ?? []).map((value) => ({
      value,
      label: field.choices?.[value] ?? { en: value, es: value },
    })),
    ...getReferenceTarget(attribute),
  };
  return [{ name, label, kind: 'cell', column, isText: isText(attribute, field) }];
};

const compiled = new WeakMap<Core.Strapi, FieldsOf>();

export const getFieldLookup = ({ strapi }: WithStrapi): FieldsOf => {
  const existing = compiled.get(strapi);
  if (existing !== undefined) return existing;
  const layouts = indexLayouts({ strapi });
  const zone = catalogueSettings.of({ strapi }).livesTimeZone;
  const prices = new Map<string, readonly string[]>(
    listPricedTypes({ strapi }).map((type) => [type.uid, type.prices]),
  );
  const fields = new Map<string, readonly Field[]>();

  const compile = (uid: string): readonly Field[] => {
    const attributes = findModel({ strapi }, uid)?.attributes ?? {};
    return (layouts.get(uid)?.rows ?? [])
      .flatMap((row) => Object.entries(row))
      .flatMap(([name, field]) => {
        const attribute = attributes[name];
        const isPrice = prices.get(uid)?.includes(name) === true;
        return attribute === undefined ? [] : toFields(name, field, attribute, { isPrice, zone });
      });
  };

  const findFields: FieldsOf = (uid) => {
    const all = fields.get(uid) ?? compile(uid);
    fields.set(uid, all);
    return all;
  };
  compiled.set(strapi, findFields);
  return findFields;
};

/**
 * Returns a function that returns whether a user may read, update or create a field, in a locale if
 * one is given. Its place is named without positions in lists.
 */
export const createFieldAccessCheck = ({ strapi }: WithStrapi, { uid, ability }: TypeRequest) => {
  const access = createEntryAccess({ strapi }, { ability, uid });
  return (
    action: 'read' | 'update' | 'create',
    place: readonly string[],
    locale: string | null = null,
  ): boolean => {
    const names = place.filter((part) => !/^\d+$/.test(part));
    const may = (field: string): boolean =>
      locale === null ? access.may(action, field) : access.mayInLocale(action, locale, field);
    // Permissions name a component, or each field within it.
    return names.some((_, index) => may(names.slice(0, index + 1).join('.')));
  };
};

/**
 * Returns the columns of a field. Those of a component are its own fields. Its relations and media
 * are only edited in forms, and so are lists and zones.
 */
const listFieldColumns = ({ strapi }: WithStrapi, field: Field): Column[] => {
  if (field.kind === 'cell') return [field.column];
  if (field.kind !== 'part') return [];
  return getFieldLookup({ strapi })(field.component).flatMap((inner) =>
    inner.kind !== 'cell' || isNaming(inner.column)
      ? []
      : [
          {
            ...inner.column,
            name: `${field.name}.${inner.name}`,
            label: {
              en: `${field.label.en} › ${inner.label.en}`,
              es: `${field.label.es} › ${inner.label.es}`,
            },
            isLocalized: true,
          },
        ],
  );
};

/** Returns the columns of a type that the user may read and change, in the order of its form. */
export const listChangeableColumns = (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): Column[] => {
  const mayField = createFieldAccessCheck({ strapi }, { uid, ability });
  /** Users who may not read a type must not see the names of its entries. */
  const mayName = ({ kind, target }: Column): boolean =>
    kind !== 'relation' ||
    createEntryAccess({ strapi }, { ability, uid: target as UID.ContentType }).may('read');
  return getFieldLookup({ strapi })(uid)
    .flatMap((field) => listFieldColumns({ strapi }, field))
    .filter((column) => {
      const place = column.name.split('.');
      return mayField('update', place) && mayField('read', place) && mayName(column);
    });
};
