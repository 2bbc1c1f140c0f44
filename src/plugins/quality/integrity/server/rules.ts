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

/** Something that at most one row may have; the database itself refuses the second. */
export type UniqueRule = {
  /** Of the index. A rule that changes takes a new name: an index that exists is left as it is. */
  name: string;
  uid: UID.ContentType;
  /** Attributes whose values together must be unique. */
  attributes: readonly [string, ...string[]];
  /** Only among rows for which this SQL condition holds; they are all compared without it. */
  where?: string;
  error: ApiError;
  /** Whether an editor can mend it in the first attribute's field. */
  marksField: boolean;
};

/** Of rules that hold among published rows only. */
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

/** Strapi looks before it writes, so two publications at the same instant could both find nothing. */
const oncePublishedRule = (uid: UID.ContentType): UniqueRule => ({
  name: `uq_${nameOf(uid)}_published_once`,
  uid,
  attributes: ['documentId', 'locale'],
  where: PUBLISHED,
  error: ALREADY_PUBLISHED,
  marksField: false,
});

/**
 * A document has one draft in each language, or one row where its type has no drafts; its published row has a rule of
 * its own. Two rows would make one entry out of two.
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

/** Returns every rule, with those that hold for all types, and for all types with drafts. */
export const uniqueRulesOf = ({ strapi }: WithStrapi): readonly UniqueRule[] => [
  ...catalogueRules,
  ...contentTypesOf({ strapi })
    .filter((type) => type.uid.startsWith('api::') && hasDrafts(type))
    .map(({ uid }) => oncePublishedRule(uid)),
  ...contentTypesOf({ strapi }).map(onceStoredRule),
];
