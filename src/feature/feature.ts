import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { WithStrapi } from '../platform/with-strapi';
import type { Definition } from '../platform/database/installer';
import type { ContractRead, Endpoint } from '../platform/http/endpoint';
import type { SettingsSection } from '../platform/settings/section';
import type { Layout } from './layout';
import type { ListFilter, StaleTranslation } from './list-filter';
import type { Measure } from './measure';
import type { Readiness } from './readiness';
import type { AuditRecording } from './audit-recording';

/** Forms by the type that they are read from. */
export type Previews = Readonly<Partial<Record<UID.ContentType, z.ZodType>>>;

/**
 * An attribute in which entries keep the id of a document as text, so that they outlive it. Whoever deletes the
 * document is told of them.
 */
export type RecordOf = {
  /** The type of the entries, and their attribute. */
  uid: UID.ContentType;
  attribute: string;
  /** The type of the documents. */
  of: UID.ContentType;
  /** Entries that do not count: those that hold one of some values. */
  except?: { attribute: string; values: readonly string[] };
};

/**
 * A part of the service that can be read, changed and removed by itself. `src/index.ts` lists all of them;
 * whatever the service needs to know of one is said here, so that its line and its folder are all there is
 * to remove.
 */
export type Feature = {
  name: string;
  /** Where its `strapi-server` stands, which Strapi loads as a plugin of this name. */
  folder?: string;
  settings?: readonly SettingsSection<unknown>[];
  /** What it answers, in the order in which the documentation shows it. */
  endpoints?: readonly Endpoint[];
  /** What it reads by contract besides what its endpoints read; `reader` tells people who wants it. */
  reads?: readonly (ContractRead & { reader: string })[];
  /** The types that editors can preview, each in the form in which a frontend receives it. */
  previews?: Previews;
  /** The forms of its content types and of the components it brings along. */
  layouts?: { types?: readonly Layout[]; components?: readonly Layout[] };
  /** What entries of its types should be before they are published. */
  readiness?: readonly Readiness[];
  /** Where its entries remember documents that may be deleted. */
  records?: readonly RecordOf[];

  /** Filters that it adds to lists of the panel. */
  listFilters?: readonly ListFilter[];
  /** Finds translations that are older than their source, for lists of the panel. */
  findStaleTranslations?: (
    context: WithStrapi,
    uid: UID.ContentType,
    documents: readonly string[],
  ) => Promise<readonly StaleTranslation[]>;
  /** Keeps the audit log: records an action of any feature in the transaction that is running. */
  recordAudit?: (context: WithStrapi, recording: AuditRecording) => Promise<void>;

  /** What operators can watch of it. */
  measures?: (context: WithStrapi) => readonly Measure[];

  /** Indexes, functions and triggers that the database is to hold while the feature is there. */
  definitions?: (context: WithStrapi) => readonly Definition[];

  /** In Strapi's `register`: plugins are loaded, the database is not connected yet. */
  register?: (context: WithStrapi) => void;
  /** In Strapi's `bootstrap`: tables and definitions are there, and those of earlier features are prepared. */
  bootstrap?: (context: WithStrapi) => Promise<void> | void;
  /** When every feature is prepared: begins what goes on by itself. */
  start?: (context: WithStrapi) => Promise<void> | void;
  /** Ends what `start` began; the last that was started is stopped first. */
  stop?: (context: WithStrapi) => Promise<void> | void;
};
