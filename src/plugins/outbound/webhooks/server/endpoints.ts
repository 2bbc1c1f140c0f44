import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { uids } from './definitions';

/** Selection of an endpoint; an empty list means everything. */
export type EndpointSelection = {
  events: readonly string[];
  types: readonly string[];
  /** Document ids of business lines. */
  lines: readonly string[];
  languages: readonly string[];
};

/** Properties of an event that endpoints select by. */
export type EventProperties = {
  event: string;
  /** Content type; null for none or all. */
  type: string | null;
  /** Document ids of business lines; empty if the event concerns no particular line. */
  lines: readonly string[];
  /** Locale; null if the event concerns no particular one. */
  language: string | null;
  /** Whether the event contains personal data. Endpoints must select such events explicitly. */
  isPersonal?: boolean;
};

const isSelected = (selected: readonly string[], actual: string | null): boolean =>
  actual === null || selected.length === 0 || selected.includes(actual);

/**
 * Tells whether an endpoint receives an event. Events without a line or locale, such as those of a
 * teacher who appears in all lines, go to every endpoint.
 */
export const shouldReceiveEvent = (
  choice: EndpointSelection,
  { event, type, lines, language, isPersonal = false }: EventProperties,
): boolean =>
  (isPersonal ? choice.events.includes(event) : isSelected(choice.events, event)) &&
  isSelected(choice.types, type) &&
  isSelected(choice.languages, language) &&
  (lines.length === 0 || lines.some((line) => isSelected(choice.lines, line)));

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
export const parseChoice = (value: unknown): readonly string[] | null => {
  if (value === undefined || value === null || value === '') return [];
  const list = parseStored(value);
  if (!Array.isArray(list)) return list === null ? [] : null;
  return list.every((item) => typeof item === 'string') ? list : null;
};

/** Returns the stored selection of a field; empty if it is invalid. */
const parseStoredChoices = (value: unknown): readonly string[] => parseChoice(value) ?? [];

const toEndpoint = (row: EndpointRow): Endpoint => ({
  documentId: row.documentId,
  name: row.name,
  url: row.url,
  isOn: row.isOn === true,
  choice: {
    events: parseStoredChoices(row.events),
    types: parseStoredChoices(row.types),
    languages: parseStoredChoices(row.languages),
    lines: row.verticals.map(({ documentId }) => documentId),
  },
});

const populate = { verticals: { select: ['documentId'] } };

export const createEndpointStore = ({ strapi }: WithStrapi) => {
  const table = getTable<EndpointRow>({ strapi }, uids.endpoint);
  return {
    on: async (): Promise<Endpoint[]> =>
      (await table.findMany({ where: { isOn: true }, populate })).map(toEndpoint),

    one: async (documentId: string): Promise<Endpoint | null> => {
      const row = await table.findOne({ where: { documentId }, populate });
      return row === null ? null : toEndpoint(row);
    },
  };
};
