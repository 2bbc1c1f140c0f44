import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { sluggedTypes } from '../../../../catalogue/slugged-types';
import {
  contentTypesOf,
  hasDrafts,
  type ContentTypeSchema,
} from '../../../../platform/strapi/models';
import { writeErrors } from '../../../../platform/http/answers/errors';
import type { ApiError } from '../../../../platform/http/errors';
import { integrityErrors } from './errors';

/** Uniqueness rule that the database enforces by an index. */
export type UniqueRule = {
  /**
   * Name of the index. A changed rule needs a new name, because existing indexes are not altered.
   */
  name: string;
  uid: UID.ContentType;
  /** Attributes whose combined values must be unique. */
  attributes: readonly [string, ...string[]];
  /** SQL condition of the compared rows; all rows if omitted. */
  where?: string;
  error: ApiError;
  /** Whether an editor can fix the error in the first attribute's field. */
  marksField: boolean;
};

/** Condition of rules that apply to published rows only. */
export const PUBLISHED = 'published_at IS NOT NULL';
const DRAFT = 'published_at IS NULL';

const { SLUG_TAKEN, SKU_TAKEN, DEFAULT_VERTICAL_TAKEN, ALREADY_PUBLISHED } = integrityErrors;

const nameOf = (uid: string): string => uid.replace(/^.*\./, '').replaceAll('-', '_');

const slugRule = (uid: UID.ContentType): UniqueRule => ({
  name: `uq_${nameOf(uid)}_published_slug`,
  uid,
  attributes: ['slug', 'locale'],
  where: PUBLISHED,
  error: SLUG_TAKEN,
  marksField: true,
});

/** Strapi checks before it writes, so two simultaneous publications could both find nothing. */
const oncePublishedRule = (uid: UID.ContentType): UniqueRule => ({
  name: `uq_${nameOf(uid)}_published_once`,
  uid,
  attributes: ['documentId', 'locale'],
  where: PUBLISHED,
  error: ALREADY_PUBLISHED,
  marksField: false,
});

/**
 * Returns the rule that a document has one draft in each locale, or one row if its type has no
 * drafts. Published rows have their own rule. Two rows would make two entries out of one document.
 */
const onceStoredRule = (type: ContentTypeSchema): UniqueRule => ({
  name: `uq_${type.collectionName}${hasDrafts(type) ? '_draft' : ''}_once`,
  uid: type.uid,
  attributes: ['documentId', 'locale'],
  ...(hasDrafts(type) && { where: DRAFT }),
  error: writeErrors.MADE_MEANWHILE,
  marksField: false,
});

const catalogueRules: readonly UniqueRule[] = [
  ...sluggedTypes.map(slugRule),
  {
    name: 'uq_product_published_sku',
    uid: 'api::product.product',
    attributes: ['SKU', 'locale'],
    where: PUBLISHED,
    error: SKU_TAKEN,
    marksField: true,
  },
  {
    name: 'uq_vertical_slug',
    uid: 'api::vertical.vertical',
    attributes: ['slug'],
    error: SLUG_TAKEN,
    marksField: true,
  },
  {
    name: 'uq_vertical_default',
    uid: 'api::vertical.vertical',
    attributes: ['isDefault'],
    where: 'is_default',
    error: DEFAULT_VERTICAL_TAKEN,
    marksField: true,
  },
];

/** Returns all rules: those of the catalogue, of all types, and of all types with drafts. */
export const uniqueRulesOf = ({ strapi }: WithStrapi): readonly UniqueRule[] => [
  ...catalogueRules,
  ...contentTypesOf({ strapi })
    .filter((type) => type.uid.startsWith('api::') && hasDrafts(type))
    .map(({ uid }) => oncePublishedRule(uid)),
  ...contentTypesOf({ strapi }).map(onceStoredRule),
];
