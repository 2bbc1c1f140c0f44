export { escapeIdentifier as quote, escapeLiteral as literal } from 'pg';
export { tablesOf, type Link, type Table, type TableLookup } from '../../../strapi/tables';
