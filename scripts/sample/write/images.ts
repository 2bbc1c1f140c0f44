import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { extendUploadService } from '#platform/strapi/upload-services';
import type { SampleImage } from '../catalogue/images';
import { buildSampleDocumentId, buildSampleFileDigits } from './document-id';
import { hashOf, type Marks } from './marks';
import { createEmptyTally, type Tally } from './summary';

type Folder = { id: number };
type FolderService = {
  create(folder: { name: string; parent: number | null }): Promise<Folder>;
};
type FolderStore = {
  findFirst(query: { filters: object; fields: string[] }): Promise<Folder | null>;
};

const UID = 'plugin::upload.folder';

/** Finds folders of the media library by name, and creates missing ones. */
const createFolders = ({ strapi }: { strapi: Core.Strapi }) => {
  const service: FolderService = strapi.plugin('upload').service('folder');
  const store = strapi.documents(UID) as unknown as FolderStore;

  const ensure = async (name: string, parent: number | null): Promise<number> => {
    const filters = { name, parent: parent === null ? { $null: true } : { id: parent } };
    const folder = await store.findFirst({ filters, fields: ['id'] });
    return (folder ?? (await service.create({ name, parent }))).id;
  };
  return { ensure };
};

type Upload = { filepath: string; originalFilename: string; mimetype: string; size: number };
type FileInfo = { name: string; alternativeText: string; caption: string | null; folder: number };
type UploadService = {
  upload(request: { data: { fileInfo: FileInfo }; files: Upload }): Promise<{ id: number }[]>;
  replace(id: number, request: { data: { fileInfo: FileInfo }; file: Upload }): Promise<object>;
  updateFileInfo(id: number, info: FileInfo): Promise<object>;
};
type FileStore = {
  findMany(query: { filters: object; fields: string[] }): Promise<{ id: number }[]>;
  findFirst(query: { filters: object; fields: string[] }): Promise<{ id: number } | null>;
};

const FILE = 'plugin::upload.file';

/** Folder of the media library for the sample's images, with a subfolder per kind. */
const ROOT_FOLDER = 'Sample';

/** Number of images processed at once. Native threads resize them, so more would gain nothing. */
const AT_ONCE = 4;

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

/** Processes a list with a few concurrent workers. */
const inParallel = async <T>(items: T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values();
  const runWorker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWorker));
};

const getFolderName = (file: string): string => {
  const name = path.posix.dirname(file);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Path of the picture that is being uploaded; several have the same name. */
const uploading = new AsyncLocalStorage<string>();

/** Gives the sample's pictures file names that never change. Other uploads keep random ones. */
const fixFileNames = ({ strapi }: { strapi: Core.Strapi }): void =>
  extendUploadService({ strapi }, 'image-manipulation', (service) => ({
    generateFileName(name) {
      const random = service.generateFileName(name);
      const file = uploading.getStore();
      return file === undefined ? random : random.replace(/[^_]+$/, buildSampleFileDigits(file));
    },
  }));

type Options = { strapi: Core.Strapi; marks: Marks };

/** Creates a writer that updates the media library from the sample's images. */
export const createImageWriter = ({ strapi, marks }: Options) => {
  const service: UploadService = strapi.plugin('upload').service('upload');
  const files = strapi.documents(FILE) as unknown as FileStore;
  const folders = createFolders({ strapi });

  const ensureFolders = async (images: SampleImage[]): Promise<Map<string, number>> => {
    const root = await folders.ensure(ROOT_FOLDER, null);
    const folderIds = new Map<string, number>();
    for (const name of new Set(images.map(({ file }) => getFolderName(file))))
      folderIds.set(name, await folders.ensure(name, root));
    return folderIds;
  };

  /** Forgets images that a person deleted, so that they are uploaded again. */
  const forgetDeleted = async (): Promise<void> => {
    const ids = [...marks.files.values()].map(({ id }) => id);
    const existing = await files.findMany({ filters: { id: { $in: ids } }, fields: ['id'] });
    const existingIds = new Set(existing.map(({ id }) => id));
    for (const [file, { id }] of marks.files) if (!existingIds.has(id)) marks.files.delete(file);
  };

  const uploadOf = (image: SampleImage, size: number): Upload => ({
    filepath: image.path,
    originalFilename: path.basename(image.file),
    mimetype: types[path.extname(image.file)] ?? 'application/octet-stream',
    size,
  });

  const writeOne = async (image: SampleImage, folder: number, tally: Tally): Promise<void> => {
    const bytes = await readFile(image.path);
    const mark = marks.files.get(image.file);
    const next = {
      content: hashOf(bytes),
      words: hashOf(JSON.stringify([image.alt, image.caption])),
    };
    if (mark?.content === next.content && mark.words === next.words) {
      tally.unchanged += 1;
      return;
    }

    const name = path.basename(image.file);
    const fileInfo = { name, alternativeText: image.alt, caption: image.caption, folder };
    const upload = uploadOf(image, bytes.byteLength);
    const id =
      mark?.id ??
      (await files.findFirst({ filters: { name, folder: { id: folder } }, fields: ['id'] }))?.id;
    if (id === undefined) {
      const [created] = await uploading.run(image.file, () =>
        service.upload({ data: { fileInfo }, files: upload }),
      );
      if (created === undefined) throw new Error(`${image.file} was not uploaded`);
      const documentId = buildSampleDocumentId(`images/${image.file}`);
      await strapi.db.query(FILE).update({ where: { id: created.id }, data: { documentId } });
      marks.files.set(image.file, { id: created.id, ...next });
      tally.created += 1;
      return;
    }
    if (mark?.content === next.content) await service.updateFileInfo(id, fileInfo);
    else await service.replace(id, { data: { fileInfo }, file: upload });
    marks.files.set(image.file, { id, ...next });
    tally.updated += 1;
  };

  return {
    /** @param onOne called after each image */
    async write(images: SampleImage[], onOne: () => void): Promise<Tally> {
      const tally = createEmptyTally();
      await forgetDeleted();
      const folderIds = await ensureFolders(images);
      fixFileNames({ strapi });
      await inParallel(images, async (image) => {
        await writeOne(image, folderIds.get(getFolderName(image.file)) ?? 0, tally);
        onOne();
      });
      return tally;
    },
  };
};
