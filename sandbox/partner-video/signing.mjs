import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { getSignedUrl } from '@aws-sdk/cloudfront-signer';

/**
 * @typedef {{ Resource: string, Condition: { DateLessThan: { 'AWS:EpochTime': number } } }} Statement
 * @typedef {{ Statement: [Statement] }} Policy
 */

/** Decodes CloudFront's variant of base64, whose characters need no escaping in a URL. */
const decode = (/** @type {string} */ value) =>
  Buffer.from(value.replace(/-/g, '+').replace(/_/g, '=').replace(/~/g, '/'), 'base64');

/** @param {string} policy @returns {{ resource: string, end: number } | undefined} */
const readPolicy = (policy) => {
  try {
    /** @type {unknown} */
    const value = JSON.parse(policy);
    const { Statement } = /** @type {Policy} */ (value);
    return {
      resource: Statement[0].Resource,
      end: Statement[0].Condition.DateLessThan['AWS:EpochTime'] * 1000,
    };
  } catch {
    return undefined;
  }
};

/** @param {string} resource @param {string} address */
const covers = (resource, address) =>
  resource.endsWith('*') ? address.startsWith(resource.slice(0, -1)) : resource === address;

/** Creates a signer that signs and checks URLs with a key made for this run. */
export const createSigning = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey);
  const keyPairId = 'SANDBOXKEY';
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  return {
    /**
     * Returns a URL that is valid until `end`, also for all files beside it, because a film
     * consists of a playlist and its segments.
     *
     * @param {string} url
     * @param {number} end in milliseconds since 1970
     */
    sign(url, end) {
      const policy = JSON.stringify({
        Statement: [
          {
            Resource: `${new URL('.', url).href}*`,
            Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(end / 1000) } },
          },
        ],
      });
      return getSignedUrl({ url, policy, keyPairId, privateKey: pem });
    },

    /**
     * Returns why a URL is rejected; undefined if it is valid.
     *
     * @param {URL} url
     * @param {number} now in milliseconds since 1970
     */
    refusal({ origin, pathname, searchParams }, now) {
      if (searchParams.get('Key-Pair-Id') !== keyPairId) return 'MissingKey';
      const policy = decode(searchParams.get('Policy') ?? '');
      const signature = decode(searchParams.get('Signature') ?? '');
      const verifier = createVerify('RSA-SHA1').update(policy);
      if (!verifier.verify(publicKey, signature)) return 'AccessDenied';
      const read = readPolicy(policy.toString());
      if (read === undefined || !covers(read.resource, origin + pathname)) return 'AccessDenied';
      return read.end <= now ? 'Expired' : undefined;
    },
  };
};
