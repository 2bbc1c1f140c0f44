import { z } from '@strapi/utils';
import type { WithStrapi } from '../with-strapi';

const attribute = z.looseObject({
  type: z.string(),
  components: z.array(z.string()).optional(),
  enum: z.array(z.string()).optional(),
  inversedBy: z.string().optional(),
  mappedBy: z.string().optional(),
});

const attributes = z.record(z.string(), attribute);

const contentType = z.looseObject({
  collectionName: z.string(),
  info: z.looseObject({ singularName: z.string() }),
  attributes,
});

const component = z.looseObject({ collectionName: z.string(), modelName: z.string(), attributes });

/** The models of a release, as stored in the database. */
const models = z.object({
  contentTypes: z.record(z.string(), contentType),
  components: z.record(z.string(), component),
});

export type Attribute = z.output<typeof attribute>;
export type ContentTypeModel = z.output<typeof contentType>;
export type ComponentModel = z.output<typeof component>;
export type Models = z.output<typeof models>;

/** @throws ZodError when the value is not a result of {@link describeModels} */
export const parseModels = (value: unknown): Models => models.parse(value);

/**
 * Returns the models of this process, without parts that JSON cannot contain, such as functions.
 */
export const describeModels = ({ strapi }: WithStrapi): Models =>
  parseModels(
    JSON.parse(
      JSON.stringify({ contentTypes: strapi.contentTypes, components: strapi.components }),
    ),
  );
