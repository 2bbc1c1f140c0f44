import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { documentsOf } from '../../../../strapi/documents';
import { findModel, type AttributeSchema } from '../../../../strapi/models';
import { type DraftKey } from './draft';

type WithStrapi = { strapi: Core.Strapi };

type Row = Readonly<Record<string, unknown>>;

/** What a field holds: a digest to compare by, and a few words for people. */
export type FieldState = { digest: string; text: string };

export type Content = Readonly<Record<string, FieldState>>;

type Field = [name: string, attribute: AttributeSchema];

/** What no form shows: who and when, and what the service itself keeps. */
const own: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'documentId',
]);

/** Attributes that give a linked entry its name, the first that it has. */
const names = ['title', 'name', 'subject', 'slug'] as const;

/** Longer texts are shortened for people; the digest is made from all of it. */
const LONGEST_TEXT = 2_000;

const isHidden = (attribute: AttributeSchema & { pluginOptions?: unknown }): boolean =>
  (attribute.pluginOptions as { 'content-manager'?: { visible?: boolean } } | undefined)?.[
    'content-manager'
  ]?.visible === false;

/**
 * The fields that a save can overwrite. The far end of a relation is not one: forms send what is added and
 * removed there, never the list.
 */
const fieldsOf = ({ strapi }: WithStrapi, uid: string): Field[] =>
  Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(
    ([name, attribute]): Field[] =>
      attribute === undefined ||
      own.has(name) ||
      attribute.type === 'password' ||
      attribute.mappedBy !== undefined ||
      attribute.relation?.startsWith('morph') === true ||
      isHidden(attribute)
        ? []
        : [[name, attribute]],
  );

const nameFieldsOf = ({ strapi }: WithStrapi, uid: string): string[] => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  return names.filter((name) => attributes[name] !== undefined);
};

const populationOf = (context: WithStrapi, uid: string): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(context, uid).flatMap(([name, attribute]): [string, unknown][] => {
      switch (attribute.type) {
        case 'relation':
          return [
            [name, { fields: ['documentId', ...nameFieldsOf(context, attribute.target ?? '')] }],
          ];
        case 'media':
          return [[name, { fields: ['name'] }]];
        case 'component':
          return [[name, { populate: populationOf(context, attribute.component ?? '') }]];
        case 'dynamiczone':
          return [
            [
              name,
              {
                on: Object.fromEntries(
                  (attribute.components ?? []).map((part) => [
                    part,
                    { populate: populationOf(context, part) },
                  ]),
                ),
              },
            ],
          ];
        default:
          return [];
      }
    }),
  );

const rowsIn = (value: unknown): Row[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (row): row is Row => typeof row === 'object' && row !== null,
  );

/** The texts within what an editor of blocks has made, in their order. */
const wordsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'type' || name === 'format' ? [] : wordsIn(inner),
  );
};

const componentOf = ({ __component }: Row): string | undefined =>
  typeof __component === 'string' ? __component : undefined;

type Described = { compared: unknown; texts: string[] };

const describePart = (context: WithStrapi, uid: string, row: Row): Described => {
  const described = fieldsOf(context, uid).map(([name, attribute]) => ({
    name,
    ...describeField(context, attribute, row[name]),
  }));
  return {
    compared: [uid, described.map(({ name, compared }) => [name, compared])],
    texts: described.flatMap(({ texts }) => texts),
  };
};

/** Identities of components are left out: a publication or a discard gives them new ones. */
const describeField = (
  context: WithStrapi,
  attribute: AttributeSchema,
  value: unknown,
): Described => {
  switch (attribute.type) {
    case 'relation': {
      const rows = rowsIn(value);
      const target = nameFieldsOf(context, attribute.target ?? '');
      return {
        compared: rows.map(({ documentId, id }) => documentId ?? id),
        texts: rows.map((row) => {
          const title = target.map((name) => row[name]).find((text) => typeof text === 'string');
          return String(title ?? row.documentId ?? row.id);
        }),
      };
    }
    case 'media': {
      const rows = rowsIn(value);
      return { compared: rows.map(({ id }) => id), texts: rows.map(({ name }) => String(name)) };
    }
    case 'component':
    case 'dynamiczone': {
      const parts = rowsIn(value).map((row) =>
        describePart(context, componentOf(row) ?? attribute.component ?? '', row),
      );
      return {
        compared: parts.map(({ compared }) => compared),
        texts: parts.map(({ texts }) => texts.join(' · ')),
      };
    }
    default:
      if (value === undefined || value === null || value === '') {
        return { compared: null, texts: [] };
      }
      return {
        compared: value,
        texts: wordsIn(value),
      };
  }
};

/** What a draft holds, field by field; null where there is none. */
export const readContent = async (
  context: WithStrapi,
  { uid, documentId, locale }: DraftKey,
): Promise<Content | null> => {
  const row = await documentsOf(context, uid).findOne({
    documentId,
    status: 'draft',
    ...(locale !== '' && { locale }),
    populate: populationOf(context, uid),
  });
  if (row === null) return null;
  return Object.fromEntries(
    fieldsOf(context, uid).map(([name, attribute]): [string, FieldState] => {
      const { compared, texts } = describeField(context, attribute, row[name]);
      const digest = createHash('sha256').update(JSON.stringify(compared)).digest('base64url');
      return [name, { digest: digest.slice(0, 22), text: texts.join('\n').slice(0, LONGEST_TEXT) }];
    }),
  );
};
