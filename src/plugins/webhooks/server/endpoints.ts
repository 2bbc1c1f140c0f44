import type { Core } from '@strapi/types';
import { tableOf } from '../../../strapi/queries';
import type { Choice } from './matching';
import { uids } from './uids';

type WithStrapi = { strapi: Core.Strapi };

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

/** What was chosen in the panel; it stores nothing chosen as null, and lists as their text. */
export const chosen = (value: unknown): readonly string[] => {
  const list: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
};

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
