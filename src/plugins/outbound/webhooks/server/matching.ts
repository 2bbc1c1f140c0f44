/** What an endpoint wants to hear; nothing chosen means everything. */
export type Choice = {
  events: readonly string[];
  types: readonly string[];
  /** Document ids of business lines. */
  lines: readonly string[];
  languages: readonly string[];
};

/** What an event is about, as far as endpoints choose by it. */
export type About = {
  event: string;
  /** Null: of no content type, or of all of them. */
  type: string | null;
  /** Document ids of business lines; none: of no line in particular. */
  lines: readonly string[];
  /** Null: of no language in particular. */
  language: string | null;
  /** Nothing chosen does not mean this: it says who somebody is, and nobody gets that by default. */
  isPersonal?: boolean;
};

const admits = (chosen: readonly string[], actual: string | null): boolean =>
  actual === null || chosen.length === 0 || chosen.includes(actual);

/**
 * Whether an endpoint wants to hear of something. What belongs to no line or to no language, such as a teacher
 * who appears in all of them, concerns every endpoint, whichever it has chosen.
 */
export const wants = (
  choice: Choice,
  { event, type, lines, language, isPersonal = false }: About,
): boolean =>
  (isPersonal ? choice.events.includes(event) : admits(choice.events, event)) &&
  admits(choice.types, type) &&
  admits(choice.languages, language) &&
  (lines.length === 0 || lines.some((line) => admits(choice.lines, line)));
