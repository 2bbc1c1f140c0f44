const ID = 'plugin::rights.line-';

/** Returns the ID of the condition that limits a permission to a business line. */
export const conditionIdOf = (line: string): string => `${ID}${line}`;

/** Returns the business line in a condition's ID; null for other conditions. */
export const lineOfCondition = (id: string): string | null =>
  id.startsWith(ID) ? id.slice(ID.length) : null;
