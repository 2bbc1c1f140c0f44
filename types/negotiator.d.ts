declare module 'negotiator' {
  /** The package brings no types of its own; this is the part of it that is used. */
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });

    languages(available?: readonly string[]): string[];
  }
}
