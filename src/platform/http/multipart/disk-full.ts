/** Message of libraries that write files themselves, such as the one that resizes pictures. */
const SAID = /no space left on device/i;

/** Returns whether an error means that a disk is full. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === 'ENOSPC' || SAID.test(message);
};
