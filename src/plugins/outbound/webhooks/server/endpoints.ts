import type { WithStrapi } from '../../../../platform/with-strapi';
import { tableOf } from '../../../../platform/strapi/queries';
import type { Choice } from './matching';
import { uids } from './uids';

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
  choice: Choice;
};

/** A text of JSON as what it says; any other text, and what is no text, as it is. */
const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

/**
 * What was chosen in the panel; it stores nothing chosen as null, and lists as their text.
 *
 * @returns null for what is no list of names
 */
export const choiceIn = (value: unknown): readonly string[] | null => {
  if (value === undefined || value === null || value === '') return [];
  const list = parsed(value);
  if (!Array.isArray(list)) return list === null ? [] : null;
  return list.every((one) => typeof one === 'string') ? list : null;
};

/** The same of what is stored. */
const chosen = (value: unknown): readonly string[] => choiceIn(value) ?? [];

const endpointOf = (row: EndpointRow): Endpoint => ({
  documentId: row.documentId,
  name: row.name,
  url: row.url,
  isOn: row.isOn === true,
  choice: {
    events: chosen(row.events),
    types: chosen(row.types),
    languages: chosen(row.languages),
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
