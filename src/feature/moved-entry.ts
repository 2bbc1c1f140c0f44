import type { UID } from '@strapi/types';

/** Runs statements on published rows for one request, and records that the response depends on them. */
export type StatementReader = {
  runStatement: <Row extends unknown[]>(
    statement: string,
    values: readonly unknown[],
    types: readonly UID.ContentType[],
  ) => Promise<readonly Row[]>;
  defaultLocale: () => Promise<string>;
};

/** The address at which an entry was requested. */
export type EntryAddress = { uid: UID.ContentType; slug: string; lang?: string | undefined };
