/**
 * What writing fails with where the disk of the log is full, cannot be written to, or takes no more of its owner's;
 * and where whoever read what is written is gone or does not read at the moment.
 */
const lostCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EPIPE', 'ECONNRESET', 'EAGAIN']);

/**
 * Has the process go on without a log where its log cannot be written: the lines are lost, and the next ones are
 * written once that is possible again, for Node.js never gives these two streams up. Unheard, the failure would end the
 * process. It is told nowhere: there is nothing left to tell it to, and each try would be the next failure.
 */
export const surviveLostLogs = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!lostCodes.has(error.code ?? '')) throw error;
    });
  }
};
