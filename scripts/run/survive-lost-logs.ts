/**
 * Error codes of a failed log write. The disk is full, not writable or over quota, or the reader of
 * the log is gone or not reading.
 */
const lostCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EPIPE', 'ECONNRESET', 'EAGAIN']);

/**
 * Keeps the process running while its log cannot be written. The lines are lost, and later lines
 * are written once that is possible again, because Node.js never closes these two streams. Without
 * a handler the error would end the process. It is not reported, because the log is the only place
 * to report it.
 */
export const surviveLostLogs = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!lostCodes.has(error.code ?? '')) throw error;
    });
  }
};
