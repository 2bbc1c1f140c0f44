import type { WithStrapi } from '../../../../platform/strapi/with-strapi';
import { tableOf } from '../../../../platform/strapi/queries';
import type { EndpointSelection } from './endpoint-selection';
import { uids } from './definitions';

type EndpointRow = {
  documentId: string;
  name: string;
  url: string;
  isOn: boolean | null;
  events: unknown;
  types: unknown;
  languages: unknown;
  verticals: { documentId: string }[];
};

export type Endpoint = {
  documentId: string;
  name: string;
  url: string;
  isOn: boolean;
  choice: EndpointSelection;
};

/** Returns the value of a JSON text; other values unchanged. */
const parseStored = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

/**
 * Returns the selection of a field. The panel stores an empty selection as null, and lists as JSON
 * text.
 *
 * @returns null for values that are no list of names
 */
export const choiceIn = (value: unknown): readonly string[] | null => {
  if (value === undefined || value === null || value === '') return [];
  const list = parseStored(value);
  if (!Array.isArray(list)) return list === null ? [] : null;
  return list.every((item) => typeof item === 'string') ? list : null;
};

/** Returns the stored selection of a field; empty if it is invalid. */
const storedChoices = (value: unknown): readonly string[] => choiceIn(value) ?? [];

const endpointOf = (row: EndpointRow): Endpoint => ({
  documentId: row.documentId,
  name: row.name,
  url: row.url,
  isOn: row.isOn === true,
  choice: {
    events: storedChoices(row.events),
    types: storedChoices(row.types),
    languages: storedChoices(row.languages),
    lines: row.verticals.map(({ documentId }) => documentId),
  },
});

const populate = { verticals: { select: ['documentId'] } };

export const endpointsOf = ({ strapi }: WithStrapi) => {
  const table = tableOf<EndpointRow>({ strapi }, uids.endpoint);
  return {
    on: async (): Promise<Endpoint[]> =>
      (await table.findMany({ where: { isOn: true }, populate })).map(endpointOf),

    one: async (documentId: string): Promise<Endpoint | null> => {
      const row = await table.findOne({ where: { documentId }, populate });
      return row === null ? null : endpointOf(row);
    },
  };
};
