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
  /**
   * It stands for events that are told at the same time: endpoints hear of it that have chosen one of the kinds, and none of
   * these events.
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
 * Whether an endpoint wants to hear of something. What belongs to no line or to no language, such as a teacher
 * who appears in all of them, concerns every endpoint, whichever it has chosen.
 */
export const wants = (choice: Choice, about: About): boolean =>
  admitsEvent(choice, about) &&
  admits(choice.types, about.type) &&
  admits(choice.languages, about.language) &&
  (about.lines.length === 0 || about.lines.some((line) => admits(choice.lines, line)));
