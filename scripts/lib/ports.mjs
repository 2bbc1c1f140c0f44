import net from 'node:net';

/**
 * Returns a free port, for a server that needs to be told its own.
 *
 * @param {string} [host]
 * @returns {Promise<number>}
 */
export const findFreePort = (host = '127.0.0.1') =>
  new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });

/**
 * Returns true if a server can listen on a port.
 *
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const isFree = (host, port) =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, host, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
