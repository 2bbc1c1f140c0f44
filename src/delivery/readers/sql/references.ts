import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Contract } from '../../plan/contract';
import type { ModelLookup } from '../../plan/model';
import type { TableLookup } from '../../../platform/strapi/tables';

/** Marks a row that is not the version of a document in a locale. */
export const ODD = 'odd';

/** Creates the SQL expressions of references, which replace documents that are read separately. */
export const createReferences = ({
  models,
  tables,
}: {
  models: ModelLookup;
  tables: TableLookup;
}) => {
  /**
   * Returns the sort key of the document in a row, as text.
   *
   *     json_build_array(d1."type", d1."order")::text
   */
  const sortKeyExpression = ({ uid, sortAttributes }: Contract, row: string): string => {
    const columns = sortAttributes.map(
      (name) => `${row}.${escapeIdentifier(tables(uid).column(name))}`,
    );
    return columns.length === 0 ? `''` : `json_build_array(${columns.join(', ')})::text`;
  };

  return {
    sortKeyExpression,

    /**
     * Returns the details of a reference to the document in a row. They are the number of the
     * contract, ID, locale, sort key, and whether it can be read separately.
     *
     *     0|kx3v…|es||["Curso corto", 3]
     *
     * @param number index of the contract in the statement's `within`
     */
    details(contract: Contract, number: number, row: string): readonly string[] {
      const { isLocalized } = models(contract.uid);
      return [
        escapeLiteral(String(number)),
        `${row}.document_id`,
        isLocalized ? `coalesce(${row}.locale, '')` : `''`,
        isLocalized ? `CASE WHEN ${row}.locale IS NULL THEN '${ODD}' ELSE '' END` : `''`,
        sortKeyExpression(contract, row),
      ];
    },
  };
};
