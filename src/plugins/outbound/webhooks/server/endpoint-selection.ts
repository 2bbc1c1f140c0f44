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
export const receivesEvent = (
  choice: EndpointSelection,
  { event, type, lines, language, isPersonal = false }: EventProperties,
): boolean =>
  (isPersonal ? choice.events.includes(event) : isSelected(choice.events, event)) &&
  isSelected(choice.types, type) &&
  isSelected(choice.languages, language) &&
  (lines.length === 0 || lines.some((line) => isSelected(choice.lines, line)));
