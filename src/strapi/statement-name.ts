import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/** The name under which a connection prepares a statement: the same for the same text, which the server cuts at 63 bytes. */
export const statementName = (text: string): string => {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
};
