/**
 * Reports that an adapter no longer fits the installed Strapi. The panel stays as Strapi has made
 * it.
 *
 * @param adapter the adapter's file
 * @param reason what is missing, or the error
 */
export const warnAboutAdapter = (adapter: string, reason: unknown): void => {
  // eslint-disable-next-line no-console -- The panel has no other log.
  console.warn(`src/platform/strapi/admin/${adapter}: Strapi has changed.`, reason);
};

/** Starts parts of the panel. A part that fails is reported, and the others start without it. */
export const startAll = (parts: Readonly<Record<string, () => void>>): void => {
  for (const [part, start] of Object.entries(parts)) {
    try {
      start();
    } catch (error) {
      // eslint-disable-next-line no-console -- The panel has no other log.
      console.warn(`The panel starts without ${part}.`, error);
    }
  }
};
