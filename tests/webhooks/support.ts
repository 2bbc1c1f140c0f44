import { Webhook } from 'standardwebhooks';
import { Client } from 'pg';
import { type Admin, signInFirst } from '../support/admin';
import type { App } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { type ServiceProcess, startProcess } from '../support/process';
import type { Received, StandIn } from '../support/stand-in';

export const ENDPOINT = 'plugin::webhooks.endpoint';
export const DELIVERY = 'plugin::webhooks.delivery';

const LIST = `/content-manager/collection-types/${ENDPOINT}`;
const LOG = `/content-manager/collection-types/${DELIVERY}`;

export type Endpoint = { documentId: string; secret: string };

/** Creates an endpoint in the panel, and reveals its secret. */
export const createEndpoint = async (admin: Admin, data: object): Promise<Endpoint> => {
  const { status, body } = await admin.post(LIST, { name: 'Site', isOn: true, ...data });
  if (status !== 201) throw new Error(`Not made: ${JSON.stringify(body)}`);
  const { documentId } = body.data as { documentId: string };
  return { documentId, secret: await secretOf(admin, documentId) };
};

export const secretOf = async (admin: Admin, documentId: string): Promise<string> => {
  const { body } = await admin.get(`/webhooks/endpoints/${documentId}/secret`);
  return (body.data as { secret: string }).secret;
};

export const update = (admin: Admin, documentId: string, data: object) =>
  admin.put(`${LIST}/${documentId}`, data);

export const remove = (admin: Admin, documentId: string) => admin.delete(`${LIST}/${documentId}`);

export const test = (admin: Admin, { documentId }: Endpoint) =>
  admin.post(`/webhooks/endpoints/${documentId}/test`, {});

export type Delivery = {
  documentId: string;
  event: string;
  state: string;
  tries: number;
  answer: number | null;
  reason: string | null;
};

/** Returns the log of one endpoint as the panel shows it, the oldest first. */
export const logOf = async (admin: Admin, { documentId }: Endpoint): Promise<Delivery[]> => {
  const { body } = await admin.get(
    `${LOG}?sort=id:ASC&pageSize=100&filters[$and][0][endpointId][$eq]=${documentId}`,
  );
  return body.results as Delivery[];
};

export const sendAgain = (admin: Admin, { documentId }: Delivery) =>
  admin.post(`/webhooks/deliveries/${documentId}/send`, {});

export type Message = { type: string; timestamp: string; data: Record<string, unknown> };

/** Verifies the signature of a request, and returns its message. */
export const verified = ({ secret }: Endpoint, { headers, body }: Received): Message =>
  new Webhook(secret).verify(body, headers) as Message;

/** Settings that keep the waits of tests short. */
export const quick = {
  WEBHOOKS_RETRY_SECONDS: '1',
  WEBHOOKS_TIMEOUT_MS: '1000',
  WEBHOOKS_TRIES: '3',
};

/** The service in its own process, and a user of its panel with all permissions. */
type Service = { admin: Admin; process: ServiceProcess; database: TestDatabase };

export const startService = async (
  env: Readonly<Record<string, string>> = {},
): Promise<Service & { stop: () => Promise<void> }> => {
  const database = await createDatabase();
  const process = await startProcess({ database, env: { ...quick, ...env } });
  return {
    database,
    process,
    admin: await signInFirst(process),
    stop: async () => {
      await process.stop();
      await database.drop();
    },
  };
};

/** The service in the suite's process with the sample catalogue, and a receiver of its messages. */
export type Shared = { app: App; admin: Admin; receiver: StandIn };

/** Returns the stored secrets. */
export const secretsIn = async (database: TestDatabase): Promise<string[]> => {
  const client = new Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ encrypted: string }>(
    'SELECT encrypted FROM webhook_secrets',
  );
  await client.end();
  return rows.map(({ encrypted }) => encrypted);
};
