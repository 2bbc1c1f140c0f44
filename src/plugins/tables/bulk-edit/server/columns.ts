import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { featuresOf } from '../../../../feature/application';
import { catalogueSettings } from '../../../../catalogue/settings';
import type { Text } from '../../../../feature/layout';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { findModel, isLocalized, type AttributeSchema } from '../../../../platform/strapi/models';
import { pricedTypes } from '../../../commerce/prices';
import type { Column, ColumnKind } from '../edit';
import { isNaming } from './cells';
import { FILE } from './find-references';
import { findComponentUid } from './component-columns';

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
export const kindOf = (
  { type, customField, regex }: AttributeSchema,
  isPrice: boolean,
): ColumnKind | undefined => {
  if (isPrice) return 'price';
  if (type === 'string' && regex === TIME_PATTERN) return 'time';
  return customField !== undefined && kinds[type] === undefined ? 'text' : kinds[type];
};

/** Returns the label of a column. The label of an instant includes the time zone of its cells. */
export const columnLabel = (
  { strapi }: WithStrapi,
  label: Text,
  kind: ColumnKind,
): Pick<Column, 'label' | 'timeZone'> => {
  if (kind !== 'datetime') return { label, timeZone: null };
  const timeZone = catalogueSettings.of({ strapi }).livesTimeZone;
  return {
    label: { en: `${label.en} (${timeZone})`, es: `${label.es} (${timeZone})` },
    timeZone,
  };
};

/** Returns the target type of a column's references, and whether it holds several. */
export const referenceTargetOf = ({
  type,
  target,
  relation,
  multiple,
}: AttributeSchema): Pick<Column, 'target' | 'isMany'> =>
  type === 'media'
    ? { target: FILE, isMany: multiple === true }
    : { target: target ?? null, isMany: relation?.endsWith('Many') === true };

/** Returns the fields of a type's or component's form with their labels. */
const labelsOf = ({ strapi }: WithStrapi, uid: string) => {
  const layout = featuresOf({ strapi })
    .flatMap(({ layouts }) => [...(layouts?.types ?? []), ...(layouts?.components ?? [])])
    .find((one) => one.uid === uid);
  return new Map((layout?.rows ?? []).flatMap((row) => Object.entries(row)));
};

/**
 * Returns the columns of a component's fields. Relations and media of components are only edited in
 * forms.
 */
const fieldsOfPart = (
  { strapi }: WithStrapi,
  { part, component, label }: { part: string; component: string; label: Text },
): Column[] => {
  const attributes = findModel({ strapi }, component)?.attributes ?? {};
  return [...labelsOf({ strapi }, component)].flatMap(([field, own]): Column[] => {
    const attribute = attributes[field];
    const kind = attribute === undefined ? undefined : kindOf(attribute, false);
    if (attribute === undefined || kind === undefined || isNaming({ kind })) return [];
    return [
      {
        name: `${part}.${field}`,
        ...columnLabel(
          { strapi },
          {
            en: `${label.en} › ${own.label.en}`,
            es: `${label.es} › ${own.label.es}`,
          },
          kind,
        ),
        kind,
        isLocalized: true,
        choices: attribute.enum ?? [],
        target: null,
        isMany: false,
      },
    ];
  });
};

/** Returns the columns of a type that the user may read and change, in the order of its form. */
export const columnsOf = (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
): Column[] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  const prices = pricedTypes({ strapi }).find((type) => type.uid === uid)?.prices ?? [];
  const access = entryAccess({ strapi }, { ability, uid });
  /** Users who may not read a type must not see the names of its entries. */
  const mayName = (target = ''): boolean =>
    target.startsWith('api::') &&
    entryAccess({ strapi }, { ability, uid: target as UID.ContentType }).may('read');
  return [...labelsOf({ strapi }, uid)].flatMap(([name, { label }]): Column[] => {
    const attribute = attributes[name];
    const component = findComponentUid(attribute);
    if (component !== undefined) {
      // Permissions name a component or its individual fields.
      return fieldsOfPart({ strapi }, { part: name, component, label }).filter((column) =>
        (['update', 'read'] as const).every(
          (action) => access.may(action, name) || access.may(action, column.name),
        ),
      );
    }
    if (attribute === undefined || attribute.mappedBy !== undefined) return [];
    const kind = kindOf(attribute, prices.includes(name));
    if (kind === undefined || !access.may('update', name) || !access.may('read', name)) return [];
    if (kind === 'relation' && !mayName(attribute.target)) return [];
    return [
      {
        name,
        ...columnLabel({ strapi }, label, kind),
        kind,
        isLocalized: isLocalized(attribute) || isNaming({ kind }),
        choices: attribute.enum ?? [],
        ...referenceTargetOf(attribute),
      },
    ];
  });
};
