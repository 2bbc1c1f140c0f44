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

const peopleOf = async (service: Pick<App, 'request'>): Promise<Uploads['people']> => ({
  'strapi-super-admin': await logIn(service),
  'catalogue-editor': await logIn(service, 'catalogue-editor'),
  marketing: await logIn(service, 'marketing'),
});

/** Adds the users and an API token to a new service. */
const admitPeople = async (app: App): Promise<Pick<Uploads, 'people' | 'apiToken'>> => {
  for (const role of roles) await ensureAdmin(app, role);
  return { apiToken: await createApiToken(app), people: await peopleOf(app) };
};

const filesOf = ({ publicDir }: TestDatabase, folder: string) => ({
  stored: () => readdirSync(path.join(publicDir, 'uploads')).filter((name) => name !== '.gitkeep'),
  temporary: () => readdirSync(folder).filter((name) => name.startsWith('strapi-')),
});

const temporaryFolder = (): string => mkdtempSync(path.join(tmpdir(), 'cms-uploads-'));

export const startUploadService = async (): Promise<UploadService> => {
  const folder = temporaryFolder();
  const app = await startApp();
  // Read at each use. The app's end puts the variables of the process back.
  hostEnv.TMPDIR = folder;
  return {
    ...app,
    ...(await admitPeople(app)),
    ...filesOf(app.database, folder),
    stop: async () => {
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** This service in its own process, whose memory can be measured. */
export const startUploadProcess = async (): Promise<ServiceProcess & Uploads> => {
  const database = await createDatabase();
  const app = await startApp({ database });
  const { apiToken } = await admitPeople(app);
  await app.stop();
  const folder = temporaryFolder();
  const service = await startProcess({ database, env: { TMPDIR: folder } });
  return {
    ...service,
    apiToken,
    people: await peopleOf(service),
    ...filesOf(database, folder),
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

type Door = {
  /** Sends files in one request. */
  send: (files: readonly Sent[], path?: string) => Promise<Response>;
};

type Served = Pick<UploadService, 'request' | 'people' | 'apiToken'>;

const door = ({ request }: Served, usual: string, token: string): Door => ({
  send: async (files, path = usual) => {
    const call = request.post(path).set('Authorization', `Bearer ${token}`);
    for (const { name, type, bytes } of files) {
      void call.attach('files', bytes, { filename: name, contentType: type });
    }
    return call;
  },
});

/** The panel's own API, as a user with a role. */
export const panel = (service: Served, role: (typeof roles)[number]): Door =>
  door(service, '/upload', service.people[role].token);

/** The content API, as a program. */
export const contentApi = (service: Served): Door => door(service, '/api/upload', service.apiToken);

export const filesIn = (answer: Response): StoredFile[] =>
  [answer.body as StoredFile | StoredFile[]].flat();

/** Returns the only file of an upload. */
export const fileIn = (answer: Response): StoredFile => {
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`);
  const [file] = filesIn(answer);
  if (file === undefined) throw new Error('Nothing was stored.');
  return file;
};
