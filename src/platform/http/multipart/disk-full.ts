/** As libraries say it that write files themselves, such as the one that makes sizes of pictures. */
const SAID = /no space left on device/i;

/** Whether an error says that a disk has no room left. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === 'ENOSPC' || SAID.test(message);
};
