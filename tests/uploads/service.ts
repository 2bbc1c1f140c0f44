import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Response } from 'supertest';
import { createApiToken, ensureAdmin, logIn, type Admin } from '../support/admin';
import { type App, startApp } from '../support/app';
import { hostEnv } from '../support/host';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import type { Sent } from './files';

export const roles = ['strapi-super-admin', 'catalogue-editor', 'marketing'] as const;

type Uploads = {
  people: Record<(typeof roles)[number], Admin>;
  apiToken: string;
  /** Returns the files in the uploads folder. */
  stored: () => string[];
  /** Returns the temporary files that uploads left. */
  temporary: () => string[];
};

/** A service with users who may upload. */
export type UploadService = App & Uploads;

const signInPeople = async (service: Pick<App, 'request'>): Promise<Uploads['people']> => ({
  'strapi-super-admin': await logIn(service),
  'catalogue-editor': await logIn(service, 'catalogue-editor'),
  marketing: await logIn(service, 'marketing'),
});

/** Adds the users and an API token to a new service. */
const createPeople = async (app: App): Promise<Pick<Uploads, 'people' | 'apiToken'>> => {
  for (const role of roles) await ensureAdmin(app, role);
  return { apiToken: await createApiToken(app), people: await signInPeople(app) };
};

const fileListers = ({ publicDir }: TestDatabase, folder: string) => ({
  stored: () => readdirSync(path.join(publicDir, 'uploads')).filter((name) => name !== '.gitkeep'),
  temporary: () => readdirSync(folder).filter((name) => name.startsWith('strapi-')),
});

const temporaryFolder = (): string => mkdtempSync(path.join(tmpdir(), 'cms-uploads-'));

export const startUploadService = async (): Promise<UploadService> => {
  const folder = temporaryFolder();
  const app = await startApp();
  // The service reads this at each use. The end of the app restores the variables of the process.
  hostEnv.TMPDIR = folder;
  return {
    ...app,
    ...(await createPeople(app)),
    ...fileListers(app.database, folder),
    stop: async () => {
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Starts this service in its own process, whose memory can be measured. */
export const startUploadProcess = async (): Promise<ServiceProcess & Uploads> => {
  const database = await createDatabase();
  const app = await startApp({ database });
  const { apiToken } = await createPeople(app);
  await app.stop();
  const folder = temporaryFolder();
  const service = await startProcess({ database, env: { TMPDIR: folder } });
  return {
    ...service,
    apiToken,
    people: await signInPeople(service),
    ...fileListers(database, folder),
    stop: async () => {
      await service.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type StoredFile = {
  id: number;
  name: string;
  ext: string;
  mime: string;
  url: string;
  width: number | null;
  height: number | null;
  formats: Record<string, { url: string; width: number; height: number }> | null;
};

type Endpoint = {
  /** Sends files in one request. */
  send: (files: readonly Sent[], path?: string) => Promise<Response>;
};

type Service = Pick<UploadService, 'request' | 'people' | 'apiToken'>;

const newEndpoint = ({ request }: Service, defaultPath: string, token: string): Endpoint => ({
  send: async (files, path = defaultPath) => {
    const call = request.post(path).set('Authorization', `Bearer ${token}`);
    for (const { name, type, bytes } of files) {
      void call.attach('files', bytes, { filename: name, contentType: type });
    }
    return call;
  },
});

/** Returns the API of the panel, as a user with a role. */
export const panel = (service: Service, role: (typeof roles)[number]): Endpoint =>
  newEndpoint(service, '/upload', service.people[role].token);

/** Returns the content API, as a program. */
export const contentApi = (service: Service): Endpoint =>
  newEndpoint(service, '/api/upload', service.apiToken);

export const filesIn = (answer: Response): StoredFile[] =>
  [answer.body as StoredFile | StoredFile[]].flat();

/** Returns the only file of an upload. */
export const fileIn = (answer: Response): StoredFile => {
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`);
  const [file] = filesIn(answer);
  if (file === undefined) throw new Error('Nothing was stored.');
  return file;
};
