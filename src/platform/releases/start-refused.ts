/**
 * Ends a start in one line that says what is in the way and what to do. It has no stack, which would only
 * bury that line: Strapi logs the stack besides the message where there is one.
 */
export class StartRefused extends Error {
  override name = 'StartRefused';

  constructor(message: string) {
    super(message);
    this.stack = '';
  }
}
