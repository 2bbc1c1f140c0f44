const TIMES = /^(?:created|start|end|due_by)$|_(?:at|end|start|date|attempt|anchor)$/;

/** Moves every time in one of the provider's objects by some seconds. */
export const shiftTimes = (object: object, seconds: number): void => {
  const fields = object as Record<string, unknown>;
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'number' && TIMES.test(key)) fields[key] = value + seconds;
    if (typeof value === 'object' && value !== null) shiftTimes(value, seconds);
  }
};
