import type { Core, UID } from '@strapi/types';
import fc from 'fast-check';
import { linkTo } from '#feature/link-reference';
import { isLinkable } from '#catalogue/links/linkables';
import { LANGUAGE_FIELD } from '#catalogue/translated-entries';

/** Values of fast-check, generated on demand. */
export type Draw = fc.GeneratorValue;

/** Possible targets of references. */
export type Pool = {
  /** Row ids of files. */
  files: readonly number[];
  /** Document ids by type. */
  documents: ReadonlyMap<string, readonly string[]>;
};

type Attribute = {
  type: string;
  required?: boolean;
  enum?: readonly string[];
  regex?: string;
  min?: number;
  max?: number;
  component?: string;
  components?: readonly string[];
  repeatable?: boolean;
  multiple?: boolean;
  relation?: string;
  target?: string;
  mappedBy?: string;
  private?: boolean;
  customField?: string;
};

/** Texts with a required format. The formats are tested elsewhere. */
const examples: Readonly<Record<string, string>> = {
  ISBN: '978-84-376-0494-7',
  color: '#0e5a73',
  currency: 'EUR',
  defaultLang: 'es',
  editorialEmail: 'editor@example.com',
  emailFromAddress: 'school@example.com',
  hour: '09:30',
  channelAddress: '/{lang}/{type}/{slug}',
  link: 'https://example.com/a?b=1&c="',
  m3u8Link: 'https://example.com/a.m3u8?b=1&c',
  ondemandUrlM3u8: 'https://example.com/a.m3u8',
  productAddress: '/x/{slug}',
  siteAddress: 'https://site.example',
};

/** Private fields that influence a response. */
const usedPrivateFields = new Set(['channelAddress', 'productAddress', 'siteAddress']);

const LINK_FIELD = 'plugin::links.link';

/** Every entry that a link can target. */
const linksTo = ({ documents }: Pool): string[] =>
  [...documents]
    .filter(([uid]) => isLinkable(uid))
    .flatMap(([uid, ids]) => ids.map((documentId) => linkTo({ uid, documentId })));

const awkwardText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', ' ', 'Año "ñ" <b>\\n', '👩🏽‍🎓 €', "l'été; --", 'null', '\u2028', 'a\tb'),
);

/** Strapi does not trim, but rejects an empty required text. */
const requiredText = awkwardText.map((text) => `x${text}`);

type Product = {
  type?: string;
  cardImage?: unknown;
  bookDetails?: unknown;
  purchaseType?: string;
  verticals?: readonly string[];
  fullPrice?: number;
  tuitionPrice?: number;
  instalmentsPrice?: number;
};

/** Returns a product without publishing errors, as similar to the generated one as possible. */
const toPublishable = (uid: string, entry: Record<string, unknown>): Record<string, unknown> => {
  if (uid !== 'api::product.product') return entry;
  const { type, cardImage, bookDetails, purchaseType, ...product } = entry as Product;
  const { fullPrice = 0, tuitionPrice = 0, instalmentsPrice = 0 } = product;
  const isSold = (product.verticals ?? []).length > 0;
  const isWholeBook = cardImage !== null && cardImage !== undefined && bookDetails !== undefined;
  return {
    ...entry,
    type: type === 'Libro' && !isWholeBook ? 'Máster' : type,
    purchaseType:
      purchaseType === 'instalments' && (!isSold || product.instalmentsPrice === undefined)
        ? 'single'
        : purchaseType,
    fullPrice: isSold ? Math.max(fullPrice, tuitionPrice, instalmentsPrice) : undefined,
    tuitionPrice: isSold ? product.tuitionPrice : undefined,
    instalmentsPrice: isSold ? product.instalmentsPrice : undefined,
  };
};

/**
 * Returns random data of an entry by its model: every kind of value, often absent if the model allows it.
 *
 * @param unique a text that makes unique values differ between entries
 */
export const drawEntry = (
  { strapi }: { strapi: Core.Strapi },
  uid: string,
  draw: Draw,
  pool: Pool,
  unique: string,
): Record<string, unknown> => {
  const drawSome = <T>(values: readonly T[], index: { min: number; max: number }): T[] =>
    values.length === 0
      ? []
      : draw(fc.subarray, [...values], { minLength: Math.min(index.min, values.length) })
          .slice(0, index.max)
          .sort(() => (draw(fc.boolean) ? 1 : -1));

  /** Returns whether a component contains texts in another locale. There is one other locale. */
  const isTranslation = ({ component }: Attribute): boolean =>
    Object.values(
      strapi.getModel(component as UID.Component).attributes as Record<string, Attribute>,
    ).some(({ customField }) => customField === LANGUAGE_FIELD);

  const drawValue = (name: string, attribute: Attribute): unknown => {
    const countRange = { min: attribute.required === true ? 1 : 0, max: 3 };
    switch (attribute.type) {
      case 'email':
      case 'string':
      case 'text':
      case 'richtext':
        if (name === 'slug' || name === 'SKU')
          return name === 'SKU' ? unique.toUpperCase() : unique;
        if (attribute.customField === LINK_FIELD && draw(fc.boolean)) {
          const [link] = drawSome(linksTo(pool), { min: 1, max: 1 });
          if (link !== undefined) return link;
        }
        // The only other locale beside the default one.
        if (attribute.customField === LANGUAGE_FIELD) return 'en';
        if (examples[name] !== undefined) return examples[name];
        return draw(() => (attribute.required === true ? requiredText : awkwardText));
      case 'enumeration':
        return draw(fc.constantFrom, ...(attribute.enum ?? []));
      case 'boolean':
        return draw(fc.boolean);
      case 'integer':
        return draw(fc.integer, { min: attribute.min ?? 0, max: attribute.max ?? 2_000 });
      case 'decimal':
        return draw(fc.nat, 1_000_000) / 100;
      case 'datetime':
        return draw(fc.date, {
          min: new Date('2020-01-01'),
          max: new Date('2030-01-01'),
          noInvalidDate: true,
        }).toISOString();
      case 'media': {
        const files = drawSome(pool.files, countRange);
        return attribute.multiple === true ? files : (files[0] ?? null);
      }
      case 'relation': {
        if (attribute.mappedBy !== undefined) return undefined;
        const targets = drawSome(pool.documents.get(attribute.target ?? '') ?? [], countRange);
        return attribute.relation?.endsWith('ToMany') === true ? targets : (targets[0] ?? null);
      }
      case 'component':
        return attribute.repeatable === true
          ? Array.from({ length: draw(fc.nat, isTranslation(attribute) ? 1 : 3) }, () =>
              drawComponent(attribute.component ?? ''),
            )
          : drawComponent(attribute.component ?? '');
      case 'dynamiczone':
        return Array.from({ length: draw(fc.nat, 4) }, () => {
          const component = draw(() => fc.constantFrom(...(attribute.components ?? [])));
          return { __component: component, ...drawComponent(component) };
        });
      default:
        return undefined;
    }
  };

  const drawAttributes = (attributes: Record<string, Attribute>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, attribute]) => {
        if (attribute.private === true && !usedPrivateFields.has(name)) return [];
        const isAbsent = attribute.required !== true && draw(fc.nat, 3) === 0;
        const value = isAbsent ? undefined : drawValue(name, attribute);
        return value === undefined ? [] : [[name, value]];
      }),
    );

  const drawComponent = (component: string): Record<string, unknown> =>
    drawAttributes(
      strapi.getModel(component as UID.Component).attributes as Record<string, Attribute>,
    );

  return toPublishable(
    uid,
    drawAttributes(strapi.getModel(uid as UID.ContentType).attributes as Record<string, Attribute>),
  );
};
