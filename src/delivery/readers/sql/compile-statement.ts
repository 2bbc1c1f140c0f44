import { escapeIdentifier, escapeLiteral } from 'pg';
import { typeKey, type DependencyKey } from '../../invalidation/keys';
import type { Contract } from '../../plan/contract';
import {
  listInverseFields,
  findWholeTypes,
  type InverseField,
  type PlanField,
  type ReadPlan,
} from '../../plan/read-plan';
import type { ModelLookup } from '../../plan/model';
import type { TableLookup } from '#platform/strapi/tables';
import { buildDocumentSql } from './document';
import type { Markers } from './document-markers';
import type { MediaOptions } from './values';
import { columnOf, buildVisibilityConditions } from './joins';

const ROW = 'd';

/** Whether a statement returns nested documents or references to them. */
export type Form = 'whole' | 'shallow';

/** Draft that a statement may show, without its document and locales, which are parameters. */
export type DraftForm = {
  uid: string;
  /** Whether the statement reads the draft itself, or else only documents that may show it. */
  isDraft: boolean;
  hasSources: boolean;
};

/** Parameters of a statement that are no request parameters; locales are separated by commas. */
export const DRAFT = { documentId: 'draft.documentId', locales: 'draft.locales' } as const;

export type Statement = {
  text: string;
  /** Request parameters of the statement, from `$3` on. */
  parameters: readonly string[];
  /** Contracts of the references, by the number in each reference. */
  within: readonly Contract[];
  /** Inverse fields of each plan, by the number in the markers. */
  inverse: readonly (readonly InverseField[])[];
  /** Dependency keys of every document, whatever it shows. */
  always: readonly DependencyKey[];
};

type Options = {
  models: ModelLookup;
  tables: TableLookup;
  media: () => Promise<MediaOptions>;
  markers: Markers;
};

export const createStatementCompiler = ({ models, tables, media, markers }: Options) => {
  /**
   * Returns the sort key of the document in a row, as text.
   *
   *     json_build_array(d1."type", d1."order")::text
   */
  const sortKeyExpression = ({ uid, sortAttributes }: Contract, row: string): string => {
    const columns = sortAttributes.map((name) => columnOf(tables(uid), row, name));
    return columns.length === 0 ? `''` : `json_build_array(${columns.join(', ')})::text`;
  };

  /**
   * Returns the details of a reference to the document in a row: the number of the contract, ID,
   * locale and sort key.
   *
   *     0|kx3v…|es|["Curso corto", 3]
   */
  const buildReferenceDetails = (
    contract: Contract,
    number: number,
    row: string,
  ): readonly string[] => {
    const { isLocalized } = models(contract.uid);
    return [
      escapeLiteral(String(number)),
      `${row}.document_id`,
      isLocalized ? `coalesce(${row}.locale, '')` : `''`,
      sortKeyExpression(contract, row),
    ];
  };

  /**
   * Compiles the statement that returns the JSON of the documents in `$1` and `$2` under a contract.
   * Request parameters follow from `$3` on.
   *
   *     SELECT w.at, (SELECT row_to_json(o) FROM (SELECT d."title" AS "title") o)::text, ''
   *     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(document, locale, at)
   *     JOIN "products" d ON d.document_id = w.document AND d.published_at IS NOT NULL AND coalesce(d.locale, '') = w.locale
   */
  return async (
    contract: Contract,
    form: Form,
    draftForm: DraftForm | null,
  ): Promise<Statement> => {
    const { plan } = contract;
    // Nested documents that are read separately have their own parameters.
    const parameters: string[] = [];
    const bindParameter = (name: string): string => {
      if (!parameters.includes(name)) parameters.push(name);
      return `$${parameters.indexOf(name) + 3}`;
    };
    const draft = draftForm && {
      uid: draftForm.uid,
      documentId: () => `${bindParameter(DRAFT.documentId)}::text`,
      locales: () => `string_to_array(${bindParameter(DRAFT.locales)}::text, ',')`,
    };
    const { isLocalized } = models(plan.uid);
    /** Contracts of the documents that other statements read. */
    const references: Contract['references'] = form === 'shallow' ? contract.references : new Map();
    const nestedContracts: Contract[] = [];
    const buildReferenceSql = (field: PlanField, row: string): string | null => {
      const nested = references.get(field);
      if (nested === undefined) return null;
      return markers.reference(
        buildReferenceDetails(nested, nestedContracts.push(nested) - 1, row),
      );
    };
    const inverse: (readonly InverseField[])[] = [];
    const numbers = new Map<ReadPlan, number | null>();
    const assignInverseNumber = (referencedPlan: ReadPlan): number | null => {
      const cached = numbers.get(referencedPlan);
      if (cached !== undefined) return cached;
      const fields = listInverseFields(models, referencedPlan);
      const next = fields.length === 0 ? null : inverse.push(fields) - 1;
      numbers.set(referencedPlan, next);
      return next;
    };
    const expression = buildDocumentSql(
      {
        models,
        tables,
        media: await media(),
        parameter: bindParameter,
        markers,
        inverse: assignInverseNumber,
        reference: buildReferenceSql,
        draft,
        isDraft: draftForm?.isDraft === true,
        hasSources: draftForm?.hasSources === true,
      },
      plan,
      ROW,
    );
    const text =
      `SELECT w.at, ${expression}::text` +
      (form === 'whole' ? '' : `, ${sortKeyExpression(contract, ROW)}`) +
      ` FROM unnest($1::text[], $2::text[]) ` +
      `WITH ORDINALITY w(document, locale, at) JOIN ${escapeIdentifier(tables(plan.uid).name)} ${ROW} ` +
      [
        `ON ${ROW}.document_id = w.document`,
        ...buildVisibilityConditions(models, draft, plan.uid, ROW),
        ...(isLocalized ? [`coalesce(${ROW}.locale, '') = w.locale`] : []),
      ].join(' AND ');
    const always = [...findWholeTypes(models, plan, (field) => references.has(field))].map(typeKey);
    return { text, parameters, inverse, always, within: nestedContracts };
  };
};
