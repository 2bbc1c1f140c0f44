// Must come first, because later imports may read NODE_ENV.
import './environment';
import path from 'node:path';
import { Client } from 'pg';
import { readSettings } from '#index';
import { databaseSettings } from '#platform/database/settings';
import { checkMedia } from '#platform/storage/library/check';
import { moveMedia } from '#platform/storage/library/move-media';
import { createBucketStorage } from '#platform/storage/library/bucket-storage';
import { createFolderStorage, type MediaStorage } from '#platform/storage/library/media-storage';
import { formatBucketName } from '#platform/storage/provider';
import { getStorageErrorName } from '#platform/storage/storage-errors';
import { uploadSettings } from '#platform/storage/settings';
import { SettingsError } from '#platform/settings';
import { serverSettings } from '#platform/settings/server';

const USAGE = `Name a command:
  check   lists missing files of the media library, and stored files that belong to none
  move    moves every file to the storage of UPLOAD_PROVIDER, out of the folder or the bucket
`;

const appDir = path.resolve(__dirname, '../../..');

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type Places = { current: MediaStorage; other: () => MediaStorage };

/** Returns the current storage of uploads, and the other one that files can be moved from. */
const readPlaces = (): Places & { database: string } => {
  const settings = readSettings(process.env);
  const { publicDir } = settings.of(serverSettings);
  const openFolderStorage = (): MediaStorage =>
    createFolderStorage(path.resolve(appDir, publicDir, 'uploads'));
  const upload = settings.of(uploadSettings);
  const database = settings.of(databaseSettings).url;
  if (upload.provider === 's3')
    return { current: createBucketStorage(upload.s3), other: openFolderStorage, database };
  const openPreviousBucket = (): MediaStorage => {
    const previousSettings = readSettings({ ...process.env, UPLOAD_PROVIDER: 's3' }).of(
      uploadSettings,
    );
    if (previousSettings.provider !== 's3') throw new Error('There is no bucket');
    return createBucketStorage(previousSettings.s3);
  };
  return { current: openFolderStorage(), other: openPreviousBucket, database };
};

const check = async (client: Client, { current }: Places): Promise<number> => {
  const { rows, missing, unknown, elsewhere } = await checkMedia(client, current);
  for (const { id, name, file } of missing) say(`missing: ${file}, of file ${id} (${name})`);
  for (const file of unknown) say(`belongs to no file: ${file}`);
  if (elsewhere > 0)
    say(`not looked for: ${elsewhere} files of another storage (npm run media:move)`);
  say(`${rows} files, ${missing.length} missing, ${unknown.length} that belong to none`);
  return missing.length > 0 ? 1 : 0;
};

const move = async (client: Client, { current, other }: Places): Promise<number> => {
  let doneCount = 0;
  const { moved, left } = await moveMedia(client, other(), current, () => {
    doneCount += 1;
    if (doneCount % 100 === 0) say(`${doneCount} files so far`);
  });
  for (const { id, name, reason } of left)
    say(`stays where it is: file ${id} (${name}), for ${reason}`);
  say(`${moved} files moved, ${left.length} stay; run it again for what is left`);
  return left.length > 0 ? 1 : 0;
};

const commands: Readonly<Record<string, (client: Client, places: Places) => Promise<number>>> = {
  check,
  move,
};

/** Returns a description of the error; for bucket errors it includes the bucket's location. */
const describeFailure = (error: unknown): string => {
  const upload = readSettings(process.env).of(uploadSettings);
  const isOfBucket = error instanceof Error && '$metadata' in error;
  return upload.provider === 's3' && isOfBucket
    ? `The ${formatBucketName(upload.s3)} cannot be read: ${getStorageErrorName(error)}`
    : `It failed: ${String(error)}`;
};

/** @returns the exit code: 0 if no file is missing or left behind */
export const runMedia = async ([name = '']: readonly string[]): Promise<number> => {
  const command = commands[name];
  if (command === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    const { database, ...places } = readPlaces();
    const client = new Client(database);
    await client.connect();
    try {
      return await command(client, places);
    } finally {
      await client.end();
    }
  } catch (error) {
    const problem = error instanceof SettingsError ? error.message : describeFailure(error);
    process.stderr.write(`${problem}\n`);
    return 2;
  }
};
