/**
 * Ends a start with one line that gives the reason and the solution. It has no stack, because
 * Strapi would log it beside the message and bury that line.
 */
export class StartRefused extends Error {
  override name = 'StartRefused';

  constructor(message: string) {
    super(message);
    this.stack = '';
  }
}
