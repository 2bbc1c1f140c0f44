/** Selection of an endpoint; an empty list means everything. */
export type Choice = {
  events: readonly string[];
  types: readonly string[];
  /** Document ids of business lines. */
  lines: readonly string[];
  languages: readonly string[];
};

/** Properties of an event that endpoints select by. */
export type About = {
  event: string;
  /** Content type; null for none or all. */
  type: string | null;
  /** Document ids of business lines; empty if the event concerns no particular line. */
  lines: readonly string[];
  /** Locale; null if the event concerns no particular one. */
  language: string | null;
  /** Whether the event contains personal data. Endpoints must select such events explicitly. */
  isPersonal?: boolean;
  /**
   * Set for an event that summarises others sent at the same time. It goes to endpoints that have
   * selected one of the kinds and none of these events.
   */
  standsFor?: { kinds: readonly string[]; events: readonly string[] };
};

const admits = (chosen: readonly string[], actual: string | null): boolean =>
  actual === null || chosen.length === 0 || chosen.includes(actual);

const admitsEvent = (
  { events: chosen }: Choice,
  { event, isPersonal = false, standsFor }: About,
): boolean => {
  if (standsFor !== undefined) {
    const { kinds, events } = standsFor;
    const isTold = chosen.some((name) => events.includes(name));
    return !isTold && chosen.some((name) => kinds.includes(name));
  }
  return isPersonal ? chosen.includes(event) : admits(chosen, event);
};

/**
 * Tells whether an endpoint receives an event. Events without a line or locale, such as those of a
 * teacher who appears in all lines, go to every endpoint.
 */
export const wants = (choice: Choice, about: About): boolean =>
  admitsEvent(choice, about) &&
  admits(choice.types, about.type) &&
  admits(choice.languages, about.language) &&
  (about.lines.length === 0 || about.lines.some((line) => admits(choice.lines, line)));
