import { z } from '@strapi/utils';
import type { SortKey } from './field-source';
import { ContractMismatch } from './contract-mismatch';
import { attributeOf, type Model } from './model';

/** What a plain value of one of Strapi's types may be promised as; types that are not here hold anything. */
const promises: Readonly<Record<string, readonly string[]>> = {
  integer: ['number'],
  decimal: ['number'],
  float: ['number'],
  boolean: ['boolean'],
  string: ['string', 'enum', 'literal'],
  text: ['string'],
  richtext: ['string'],
  uid: ['string'],
  email: ['string'],
  enumeration: ['string', 'enum', 'literal'],
  date: ['string'],
  time: ['string'],
  datetime: ['string'],
};

/** @throws ContractMismatch when a plain value of a known type is promised as something else. */
export const checkPlain = (
  model: Model,
  name: string,
  type: string | null,
  schema: z.core.$ZodType,
): void => {
  const wanted = type === null ? undefined : promises[type];
  const promised = schema._zod.def.type;
  if (wanted === undefined || wanted.includes(promised)) return;
  throw new ContractMismatch(
    `the attribute "${name}" of the model ${model.name} is of the type ${String(type)}, not ${promised}`,
  );
};

/** @throws ContractMismatch when one is promised where the model holds many, or the other way round. */
export const checkCount = (
  model: Model,
  name: string,
  isMany: boolean,
  schema: z.core.$ZodType,
): void => {
  if (isMany === schema instanceof z.ZodArray) return;
  const [held, promised] = isMany ? ['many', 'one'] : ['one', 'many'];
  throw new ContractMismatch(
    `the attribute "${name}" of the model ${model.name} holds ${held}, not ${promised}`,
  );
};

/** @throws ContractMismatch when the model has none of an attribute that rows are ordered by. */
export const checkSort = (model: Model, sort: readonly SortKey[]): void => {
  for (const key of sort) attributeOf(model, key.replace(/^-/, ''));
};
