import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Contract } from '../../plan/contract';
import type { ModelLookup } from '../../plan/model';
import type { TableLookup } from '../../../platform/strapi/tables';

/** Said of what is no version of a document in a language. */
export const ODD = 'odd';

/**
 * How statements refer to documents that are read of their own, in the place where those would stand.
 */
export const createReferences = ({
  models,
  tables,
}: {
  models: ModelLookup;
  tables: TableLookup;
}) => {
  /**
   * What decides whether, and where, the document in a row is shown by others, as text.
   *
   *     json_build_array(d1."type", d1."order")::text
   */
  const placing = ({ uid, placedBy }: Contract, row: string): string => {
    const columns = placedBy.map((name) => `${row}.${escapeIdentifier(tables(uid).column(name))}`);
    return columns.length === 0 ? `''` : `json_build_array(${columns.join(', ')})::text`;
  };

  return {
    placing,

    /**
     * The details of a reference to the document in a row: number of the contract, id, language, whether it can
     * be read of its own, and what placed it there.
     *
     *     0|kx3v…|es||["Curso corto", 3]
     *
     * @param number which of the statement's contracts it is read by
     */
    details(contract: Contract, number: number, row: string): readonly string[] {
      const { isLocalized } = models(contract.uid);
      return [
        escapeLiteral(String(number)),
        `${row}.document_id`,
        isLocalized ? `coalesce(${row}.locale, '')` : `''`,
        isLocalized ? `CASE WHEN ${row}.locale IS NULL THEN '${ODD}' ELSE '' END` : `''`,
        placing(contract, row),
      ];
    },
  };
};
