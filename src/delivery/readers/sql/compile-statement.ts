import { escapeIdentifier } from 'pg';
import { typeKey, type DependencyKey } from '../../invalidation/keys';
import type { Contract } from '../../plan/contract';
import { inverseFieldsOf, wholeTypesIn, type InverseField } from '../../plan/inverse-fields';
import type { ModelLookup } from '../../plan/model';
import type { PlanField, ReadPlan } from '../../plan/read-plan';
import type { TableLookup } from '../../../platform/strapi/tables';
import { documentExpression } from './document';
import type { Markers } from './document-markers';
import type { MediaOptions } from './media';
import { createReferences } from './references';

const ROW = 'd';

/** Whether a statement's text holds the documents within, or references to them. */
export type Form = 'whole' | 'parts';

export type Statement = {
  text: string;
  /** The request's parameters that it takes, from `$3` on. */
  parameters: readonly string[];
  /** The contracts of references, by the number in them. */
  within: readonly Contract[];
  /** What the documents of some plan show because it points at them, by the number in their markers. */
  inverse: readonly (readonly InverseField[])[];
  /** What every document depends on, whatever it shows. */
  always: readonly DependencyKey[];
};

type Options = {
  models: ModelLookup;
  tables: TableLookup;
  media: () => Promise<MediaOptions>;
  markers: Markers;
};

/**
 * The JSON of some documents, `$1` and `$2`, under a contract; its request parameters follow from `$3` on.
 *
 *     SELECT w.at, (SELECT row_to_json(o) FROM (SELECT d."title" AS "title") o)::text, ''
 *     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
 *     JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND d.locale = w.locale
 *
 * @param form whether it holds the documents within, or references to them
 */
export type StatementCompiler = (contract: Contract, form: Form) => Promise<Statement>;

/** Writes contracts' statements over the tables that Strapi made of the models. */
export const createStatementCompiler = ({
  models,
  tables,
  media,
  markers,
}: Options): StatementCompiler => {
  const references = createReferences({ models, tables });

  return async (contract, form) => {
    const { plan } = contract;
    // Documents that are read of their own are asked for with the parameters that they need.
    const parameters: string[] = [];
    const placeholder = (name: string): string => {
      if (!parameters.includes(name)) parameters.push(name);
      return `$${parameters.indexOf(name) + 3}`;
    };
    const { isLocalized, hasDrafts } = models(plan.uid);
    const isElsewhere = (field: PlanField): boolean =>
      form === 'parts' && contract.references.has(field);
    const within: Contract[] = [];
    const reference = (field: PlanField, row: string): string | null => {
      const shown = contract.references.get(field);
      if (shown === undefined || !isElsewhere(field)) return null;
      return markers.reference(references.details(shown, within.push(shown) - 1, row));
    };
    const inverse: (readonly InverseField[])[] = [];
    const numbers = new Map<ReadPlan, number | null>();
    const number = (shown: ReadPlan): number | null => {
      const known = numbers.get(shown);
      if (known !== undefined) return known;
      const fields = inverseFieldsOf(models, shown);
      const next = fields.length === 0 ? null : inverse.push(fields) - 1;
      numbers.set(shown, next);
      return next;
    };
    const expression = documentExpression(
      {
        models,
        tables,
        media: await media(),
        parameter: placeholder,
        markers,
        inverse: number,
        reference,
      },
      plan,
      ROW,
    );
    const text =
      `SELECT w.at, ${expression}::text` +
      (form === 'whole' ? '' : `, ${references.placing(contract, ROW)}`) +
      ` FROM unnest($1::text[], $2::text[]) ` +
      `WITH ORDINALITY w(document, locale, at) JOIN ${escapeIdentifier(tables(plan.uid).name)} ${ROW} ` +
      `ON ${ROW}.document_id = w.document` +
      (hasDrafts ? ` AND ${ROW}.published_at IS NOT NULL` : '') +
      (isLocalized ? ` AND ${ROW}.locale = w.locale` : '');
    const always = [...wholeTypesIn(models, plan, isElsewhere)].map(typeKey);
    return { text, parameters, inverse, always, within };
  };
};
