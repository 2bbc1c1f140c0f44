import { narrowingOf } from '../../../../platform/admin/list-query';

type GridSelection = {
  locale?: string | null | undefined;
  documents?: readonly string[];
  /** Fields to change. */
  fields?: readonly string[];
  /** Query of the list from which the user comes. */
  list?: string;
};

const queryOf = ({ locale, documents = [], fields = [], list = '' }: GridSelection): string => {
  const narrowing = narrowingOf(list);
  return new URLSearchParams({
    ...(locale && { locale }),
    ...(documents.length > 0 && { documents: documents.join(',') }),
    ...(fields.length > 0 && { fields: fields.join(',') }),
    ...(narrowing !== '' && { list: narrowing }),
  }).toString();
};

/** Returns the address of the bulk edit page of a type. */
export const bulkEditAddress = (model: string, selection: GridSelection): string =>
  `/plugins/bulk-edit/${model}?${queryOf(selection)}`;

/** Returns the address of the page that adds entries to a place. */
export const placeAddress = (model: string, selection: GridSelection): string =>
  `/plugins/bulk-edit/${model}/places?${queryOf(selection)}`;
