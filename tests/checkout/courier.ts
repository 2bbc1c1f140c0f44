import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, type Random } from '../support/random';
import { onFileEnd } from '../support/host';

/** A proxy between the provider and several nodes that treats events like a bad network. */
export type Courier = {
  url: string;
  /** The events that the provider counts as delivered. */
  acknowledged: ReadonlySet<string>;
  /** Forwards a request unchanged to the first node. */
  calmDown: () => void;
  close: () => Promise<void>;
};

type Parcel = { path: string; headers: Record<string, string>; body: Buffer };

const readParcel = async (request: IncomingMessage): Promise<Parcel> => ({
  path: request.url ?? '/',
  headers: {
    'content-type': 'application/json',
    'stripe-signature': String(request.headers['stripe-signature']),
  },
  body: await buffer(request),
});

/** Returns the response of a node, or 503 without one. */
const forward = async (node: string, { path, headers, body }: Parcel): Promise<number> => {
  try {
    const answer = await fetch(node + path, {
      method: 'POST',
      headers,
      body: Uint8Array.from(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 503;
  }
};

/**
 * Starts a courier for the provider's events. Random delays let events overtake each other. Some are
 * delivered twice, at the same time to two nodes; others are reported as failed, so that the provider sends
 * them again.
 */
export const startCourier = async (
  random: Random,
  nodes: () => readonly string[],
): Promise<Courier> => {
  let isCalm = false;
  const acknowledged = new Set<string>();

  const deliver = async (parcel: Parcel): Promise<number> => {
    const [first = ''] = nodes();
    if (isCalm) return forward(first, parcel);
    await sleep(random() * 300);
    const receivers = random() < 0.3 ? nodes() : [pick(random, nodes())];
    const statuses = await Promise.all(receivers.map((node) => forward(node, parcel)));
    return random() < 0.15 ? 500 : Math.min(...statuses);
  };

  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const parcel = await readParcel(request);
      const status = await deliver(parcel);
      const { id } = JSON.parse(parcel.body.toString()) as { id: string };
      if (status === 200) acknowledged.add(id);
      response.writeHead(status).end();
    };
    answer().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    acknowledged,
    calmDown: () => {
      isCalm = true;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
