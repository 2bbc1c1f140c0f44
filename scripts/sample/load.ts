import type { Core } from '@strapi/types';
import { withWriteOrigin } from '#feature/write-origin';
import { findCatalogueProblems } from './catalogue/check';
import { readImages } from './catalogue/images';
import { readCatalogue, type Catalogue } from './catalogue/read';
import { findImages } from './catalogue/references';
import { sampleTypes } from './catalogue/types';
import { createDocumentWriter, markOf } from './write/documents';
import { createImageWriter } from './write/images';
import { ensureLocales } from './write/locales';
import { createMarkStore, type Marks } from './write/marks';
import { cachePictures } from './write/picture-cache';
import { createResolver, type KnownIds } from './write/resolve';
import { describeTally, type Summary } from './write/summary';

export type { Summary } from './write/summary';

type Options = {
  strapi: Core.Strapi;
  /** Receives one line of progress at a time. */
  log?: (line: string) => void;
  /** Called for each finished picture and entry, with the total. */
  onProgress?: (done: number, total: number) => void;
  /** Directory of the data files. */
  root: string;
  /** Folder that caches resized pictures for later loads; without it they are resized each time. */
  pictureCache?: string;
};

const readUsedImages = ({ root, documents }: Catalogue) => {
  const images = readImages(root);
  const names = documents.flatMap((document) =>
    document.locales.flatMap((locale) => findImages(document.fieldsIn(locale))),
  );
  return [...new Set(names)].flatMap((name) => images.get(name) ?? []);
};

const createKnownIds = (marks: Marks): KnownIds => ({
  documentId(uid, key) {
    const folder = sampleTypes.find((type) => type.uid === uid)?.folder ?? uid;
    const mark = marks.documents.get(markOf(folder, key));
    if (mark === undefined) throw new Error(`${folder}/${key} has not been written yet`);
    return mark.documentId;
  },
  fileId(image) {
    const mark = marks.files.get(image);
    if (mark === undefined) throw new Error(`image ${image} has not been uploaded`);
    return mark.id;
  },
});

/**
 * Loads the sample catalogue, or updates it from its data files. Content that has not changed in
 * the files since the last load is not written, so a second run changes nothing and keeps
 * everybody's edits. Entries that the files no longer mention remain.
 */
export const loadSample = async (options: Options): Promise<Summary> => {
  const { strapi, log = () => undefined, onProgress, root, pictureCache } = options;
  const catalogue = readCatalogue(root);
  const problems = findCatalogueProblems(catalogue);
  if (problems.length > 0) throw new Error(`The sample has errors:\n${problems.join('\n')}`);

  const memory = createMarkStore({ strapi });
  const marks = await memory.read();
  await ensureLocales({ strapi, isFirstLoad: marks.isFirstLoad });

  const summary: Summary = {};
  const images = readUsedImages(catalogue);
  let doneCount = 0;
  const onOne = (): void =>
    onProgress?.((doneCount += 1), images.length + catalogue.documents.length);
  try {
    const stopCaching = pictureCache && (await cachePictures({ strapi, folder: pictureCache }));
    try {
      summary.images = await createImageWriter({ strapi, marks }).write(images, onOne);
    } finally {
      if (stopCaching) stopCaching();
    }
    log(`images: ${describeTally(summary.images)}`);

    const resolver = createResolver({ strapi, ids: createKnownIds(marks) });
    const writer = createDocumentWriter({ strapi, marks, resolver });
    for (const { folder, uid } of sampleTypes) {
      const documents = catalogue.documents.filter(({ type }) => type.uid === uid);
      summary[folder] = await withWriteOrigin({ strapi }, 'import', () =>
        writer.write(uid, documents, onOne),
      );
      log(`${folder}: ${describeTally(summary[folder])}`);
    }
  } finally {
    // Entries written before a failure are recorded too, so that they are not written again.
    await memory.write(marks);
  }
  return summary;
};
