import { z } from '@strapi/utils';
import type { SortKey } from './field-source';
import { ContractMismatch } from './contract-mismatch';
import { attributeOf, type Model } from './model';

/**
 * Schema types that a contract may declare for each of Strapi's scalar types. Types that are not
 * listed hold anything.
 */
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

/** @throws ContractMismatch if the contract declares another type for a scalar of a known type. */
export const checkPlain = (
  model: Model,
  name: string,
  type: string | null,
  schema: z.core.$ZodType,
): void => {
  const allowed = type === null ? undefined : promises[type];
  const declared = schema._zod.def.type;
  if (allowed === undefined || allowed.includes(declared)) return;
  throw new ContractMismatch(
    `the attribute "${name}" of the model ${model.name} is of the type ${String(type)}, not ${declared}`,
  );
};

/**
 * @throws ContractMismatch if the contract declares one value where the model holds many, or the
 * reverse.
 */
export const checkCount = (
  model: Model,
  name: string,
  isMany: boolean,
  schema: z.core.$ZodType,
): void => {
  if (isMany === schema instanceof z.ZodArray) return;
  const [held, declared] = isMany ? ['many', 'one'] : ['one', 'many'];
  throw new ContractMismatch(
    `the attribute "${name}" of the model ${model.name} holds ${held}, not ${declared}`,
  );
};

/** @throws ContractMismatch if the model lacks an attribute that rows are sorted by. */
export const checkSort = (model: Model, sort: readonly SortKey[]): void => {
  for (const key of sort) attributeOf(model, key.replace(/^-/, ''));
};
