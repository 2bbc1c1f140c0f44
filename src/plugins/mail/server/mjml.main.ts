/**
 * Turns MJML into HTML, in a process of its own: reads the one and writes the other.
 *
 * What MJML is made of takes 70 MB and half a second to load, for a text that is turned once.
 */
import { text } from 'node:stream/consumers';
import mjml2html from 'mjml';

const turn = async (): Promise<void> => {
  const { html, errors } = await mjml2html(await text(process.stdin), {
    validationLevel: 'strict',
  });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '));
  process.stdout.write(html);
};

void turn();
