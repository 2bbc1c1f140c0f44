import net from 'node:net';

/**
 * A port that nothing listens to, for a server that needs to be told its own.
 *
 * @param {string} [host]
 * @returns {Promise<number>}
 */
export const freePort = (host = '127.0.0.1') =>
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
 * Whether a server may listen there.
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
