import net from 'node:net';

/**
 * A connection that sends one request after another.
 *
 * The client must not limit the measurement. So it takes the length of a response from its head,
 * and keeps nothing of it. A client that creates an object for each header costs more than a server
 * that answers from its cache.
 *
 * @typedef {object} Connection
 * @property {(question: Buffer, answered: (status: number) => void) => void} ask sends one request
 * at a time
 * @property {() => void} close
 */

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const READ_AT_ONCE = 256 * 1024;

/** Returns the status of a response and the length of its body. @param {string} head */
const lengthAfter = (head) => {
  const status = Number(head.slice(9, 12));
  if (status === 304 || status === 204) return { status, length: 0 };
  const stated = /content-length: (\d+)/i.exec(head)?.[1];
  if (stated === undefined) throw new Error(`An answer without a length:\n${head}`);
  return { status, length: Number(stated) };
};

/**
 * Returns a request in its wire format, so that nothing has to be assembled during the measurement.
 *
 * @param {string} address
 * @param {Record<string, string>} headers
 */
export const questionTo = (address, headers) => {
  const { host, pathname, search } = new URL(address);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`);
};

/**
 * @param {string} address URL of the server
 * @returns {Promise<Connection>}
 */
export const connect = (address) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    let left = 0;
    let status = 0;
    let begun = Buffer.alloc(0);
    /** @type {(status: number) => void} */
    let answered = () => undefined;

    /** @param {Buffer} bytes */
    const read = (bytes) => {
      if (left > 0) {
        left -= bytes.length;
      } else {
        // Concatenation copies the bytes, because the buffer is reused.
        begun = Buffer.concat([begun, bytes]);
        const end = begun.indexOf(END_OF_HEAD);
        if (end < 0) return;
        const stated = lengthAfter(begun.toString('latin1', 0, end));
        status = stated.status;
        left = end + END_OF_HEAD.length + stated.length - begun.length;
        begun = Buffer.alloc(0);
      }
      if (left < 0) throw new Error('More came than was stated');
      if (left === 0) answered(status);
    };

    const socket = net.connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafe(READ_AT_ONCE),
        callback(count, buffer) {
          read(/** @type {Buffer} */ (buffer).subarray(0, count));
          return true;
        },
      },
    });
    socket.setNoDelay(true);
    socket.once('error', reject);
    let isOver = false;
    socket.once('close', () => {
      // Fails instead of waiting forever.
      if (!isOver) throw new Error(`The server closed a connection to ${address}`);
    });
    socket.once('connect', () => {
      resolve({
        ask(question, then) {
          answered = then;
          socket.write(question);
        },
        close: () => {
          isOver = true;
          socket.destroy();
        },
      });
    });
  });
