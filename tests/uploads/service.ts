import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Response } from 'supertest';
import { createApiToken, ensureAdmin, logIn, type Admin } from '../support/admin';
import { startApp } from '../support/app';
import { createDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import type { Sent } from './files';

export const roles = ['strapi-super-admin', 'catalogue-editor', 'marketing'] as const;

/** A service in a process of its own, for what Jest's modules cannot load, with people who may upload. */
export type UploadService = ServiceProcess & {
  people: Record<(typeof roles)[number], Admin>;
  apiToken: string;
  /** The files in the uploads folder. */
  stored: () => string[];
  /** What uploads left in the folder for temporary files. */
  temporary: () => string[];
};

export const startUploadService = async (
  env: Record<string, string> = {},
): Promise<UploadService> => {
  const database = await createDatabase();
  const app = await startApp({ database });
  for (const role of roles) await ensureAdmin(app, role);
  const apiToken = await createApiToken(app);
  await app.stop();

  const folder = mkdtempSync(path.join(tmpdir(), 'cms-uploads-'));
  const service = await startProcess({ database, env: { TMPDIR: folder, ...env } });
  return {
    ...service,
    apiToken,
    people: {
      'strapi-super-admin': await logIn(service),
      'catalogue-editor': await logIn(service, 'catalogue-editor'),
      marketing: await logIn(service, 'marketing'),
    },
    stored: () =>
      readdirSync(path.join(database.publicDir, 'uploads')).filter((name) => name !== '.gitkeep'),
    temporary: () => readdirSync(folder).filter((name) => name.startsWith('strapi-')),
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

const door = ({ request }: UploadService, usual: string, token: string): Door => ({
  send: async (files, path = usual) => {
    const call = request.post(path).set('Authorization', `Bearer ${token}`);
    for (const { name, type, bytes } of files) {
      void call.attach('files', bytes, { filename: name, contentType: type });
    }
    return call;
  },
});

/** The panel's own API, as somebody with a role. */
export const panel = (service: UploadService, role: (typeof roles)[number]): Door =>
  door(service, '/upload', service.people[role].token);

/** The content API, as a program. */
export const contentApi = (service: UploadService): Door =>
  door(service, '/api/upload', service.apiToken);

export const filesIn = (answer: Response): StoredFile[] =>
  [answer.body as StoredFile | StoredFile[]].flat();

/** The one file that an upload made. */
export const fileIn = (answer: Response): StoredFile => {
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`);
  const [file] = filesIn(answer);
  if (file === undefined) throw new Error('Nothing was stored.');
  return file;
};
