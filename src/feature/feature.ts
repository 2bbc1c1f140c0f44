import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import type { WithStrapi } from '../platform/strapi/with-strapi';
import type { Definition } from '../platform/database/installer';
import type { SortedTexts } from '../platform/database/sorted-texts';
import type { ContractRead, Endpoint } from '../platform/http/endpoint';
import type { WebhookMessage } from '../platform/http/openapi/webhooks';
import type { Transaction } from '../platform/strapi/queries';
import type { SettingsSection } from '../platform/settings/section';
import type { Layout } from './layout';
import type { LinkContext, LinkedEntry, Reference } from './link-reference';
import type { ListFilter, StaleTranslation } from './list-filter';
import type { Metric } from './metric';
import type { PaymentFacts, PublishingRules } from './publishing-rules';
import type { AuditRecording } from './audit-recording';
import type { AuditedActions } from './audited-actions';
import type { UnsavedForm } from './unsaved-forms';

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

/** Permissions that a feature adds to the roles which the service creates. */
type RoleGrants = {
  /** Actions for each role that may write content, for example `plugin::history.bin.use`. */
  writers?: readonly string[];
  /** Actions for Support, and the types whose entries it may read. */
  support?: { actions?: readonly string[]; reads?: readonly string[] };
};

export type Previews = Readonly<Partial<Record<UID.ContentType, z.ZodType>>>;

/**
 * An attribute in which entries store a document's id as text, so that they outlive the document.
 * Users who delete the document are told about these entries.
 */
export type RecordOf = {
  /** The type of the entries, and their attribute. */
  uid: UID.ContentType;
  attribute: string;
  /** The type of the documents. */
  of: UID.ContentType;
  /** Excludes entries with one of these values, unless another attribute has a value. */
  except?: { attribute: string; values: readonly string[]; unless: string };
};

/** Entries of a type with the locales to write; null for types that are not localised. */
export type WrittenVersions = {
  uid: UID.ContentType;
  versions: readonly { documentId: string; locales: readonly (string | null)[] }[];
};

/**
 * A part of the service that can be read, changed and removed separately. `src/index.ts` lists all
 * of them. Everything that the service needs to know about a feature is declared here, so that
 * removing it means removing its line and its folder.
 */
export type Feature = {
  name: string;
  /** The folder with its `strapi-server`, which Strapi loads as a plugin of this name. */
  folder?: string;
  settings?: readonly SettingsSection<unknown>[];
  /** Its endpoints, in the order of the documentation. */
  endpoints?: readonly Endpoint[];
  /** The messages that it posts to other systems. */
  messages?: readonly WebhookMessage[];
  /**
   * Its reads by contract besides those of its endpoints. `reader` names their purpose for people.
   */
  reads?: readonly (ContractRead & { reader: string })[];
  /** The types with previews, each in the form that frontends receive. */
  previews?: Previews;
  /** The forms of its content types and components. */
  layouts?: { types?: readonly Layout[]; components?: readonly Layout[] };
  /** The publishing rules of its types. */
  publishingRules?: readonly PublishingRules[];
  /** The attributes in which its entries store ids of documents that may be deleted. */
  records?: readonly RecordOf[];

  /** Filters that it adds to lists of the panel. */
  listFilters?: readonly ListFilter[];
  /** Returns stale translations, for lists of the panel. */
  findStaleTranslations?: (
    context: WithStrapi,
    uid: UID.ContentType,
    documents: readonly string[],
  ) => Promise<readonly StaleTranslation[]>;
  /** Returns the current slug of an entry with a former one; null if there is none. */
  findCurrentSlug?: (
    context: WithStrapi,
    reader: StatementReader,
    address: EntryAddress,
  ) => Promise<string | null>;
  /** Returns the entries of links by link, without those that do not exist. */
  findLinked?: (
    context: WithStrapi,
    references: readonly Reference[],
    place: LinkContext,
  ) => Promise<ReadonlyMap<string, LinkedEntry>>;
  /** Returns the names of the accounts that receive payments, in lower case. */
  paymentAccounts?: (context: WithStrapi) => readonly string[];
  /** Returns the known prices of payment products by their ids. */
  readPaymentFacts?: (context: WithStrapi, payIDs: readonly string[]) => Promise<PaymentFacts>;
  /** Returns a user's forms with unsaved typing, the latest first. */
  listUnsavedForms?: (context: WithStrapi, userId: number) => Promise<readonly UnsavedForm[]>;
  /** Records an action of any feature in the audit log, in the current transaction. */
  recordAudit?: (context: WithStrapi, recording: AuditRecording) => Promise<void>;
  /** Rejects updates of a user, for writes that bypass the document pipeline. */
  refuseForeignUpdates?: (
    context: WithStrapi,
    written: WrittenVersions,
    trx: Transaction,
  ) => Promise<void>;

  /** Audit log rules of it. */
  auditedActions?: AuditedActions;
  /** Permissions that it adds to the roles which the service creates. */
  roleGrants?: RoleGrants;

  /** Returns the maximum memory of its work in bytes, outside of the caches. */
  maxMemory?: (context: WithStrapi) => number;
  /** The texts by which lists of its types are sorted. */
  sortedTexts?: SortedTexts;
  /** Its types whose texts users enter. */
  normalizedTypes?: readonly UID.ContentType[];
  /** Its metrics for operators. */
  metrics?: (context: WithStrapi) => readonly Metric[];

  /** Indexes, functions and triggers that exist in the database while the feature is installed. */
  definitions?: (context: WithStrapi) => readonly Definition[];

  /** Runs in Strapi's `register`: plugins are loaded, the database is not connected yet. */
  register?: (context: WithStrapi) => void;
  /** Runs in Strapi's `bootstrap`: tables and definitions exist, and earlier features are ready. */
  bootstrap?: (context: WithStrapi) => Promise<void> | void;
  /** Runs when every feature is ready. Starts background work. */
  start?: (context: WithStrapi) => Promise<void> | void;
  /** Runs when the process receives the stop signal, before it refuses new requests. */
  drain?: (context: WithStrapi) => void;
  /** Ends the work of `start`. Features are stopped in reverse order. */
  stop?: (context: WithStrapi) => Promise<void> | void;
};
