import type { Core } from '@strapi/types';

type Folder = { id: number };
type FolderService = {
  create(folder: { name: string; parent: number | null }): Promise<Folder>;
};
type FolderStore = {
  findFirst(query: { filters: object; fields: string[] }): Promise<Folder | null>;
};

const UID = 'plugin::upload.folder';

/** Finds folders of the media library by name, and creates missing ones. */
export const createFolders = ({ strapi }: { strapi: Core.Strapi }) => {
  const service: FolderService = strapi.plugin('upload').service('folder');
  const store = strapi.documents(UID) as unknown as FolderStore;

  const ensure = async (name: string, parent: number | null): Promise<number> => {
    const filters = { name, parent: parent === null ? { $null: true } : { id: parent } };
    const found = await store.findFirst({ filters, fields: ['id'] });
    return (found ?? (await service.create({ name, parent }))).id;
  };
  return { ensure };
};
