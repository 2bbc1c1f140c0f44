import type { Actor } from './current-actor';

/** How the requests that a route answers are recorded. */
export type AuditedRoute = {
  /** A code that the audit log describes, for example `webhook.tested`. */
  action: string;
  /** The type that the action changes or reads: a content type's uid, or a word where there is none. */
  target: string;
  /** The code of a refused request. Refusals are not recorded without one. */
  failure?: string;
  /** Takes the actor from the response: nobody is signed in when the request arrives. */
  isActorInAnswer?: true;
  /** Records only responses that contain a secret. */
  onlyWithSecret?: true;
  /** Fields of the body or query whose values are recorded, if they are short and plain. */
  recordedValues?: readonly string[];
  /** Fields of the body whose names are recorded, and never their values. */
  recordedFields?: readonly string[];
  /** The route calls another system and writes nothing, so no transaction stays open meanwhile. */
  isOutgoing?: true;
  /**
   * Runs requests with the same target, or those with another one, one after another: Strapi checks
   * only before it writes.
   */
  takesTurns?: true | string;
  /** Records which permissions of a role were added and removed. */
  comparesPermissions?: true;
};

/** How the writes of a type are recorded, however they arrive. */
export type AuditedDocument = {
  /** The attribute by which people know an entry. */
  name: string;
  /** The recorded code by document action, for example `create`. */
  actions: Readonly<Partial<Record<string, string>>>;
};

/** The type that a route reads: that of its parameter, that of a relation, or always the same one. */
export type PersonalRead = { of: 'model' } | { of: 'relation' } | { of: 'type'; type: string };

/** Audit log rules of a feature. Routes are keyed as the router knows them, for example `POST /webhooks/endpoints/:id/test`. */
export type AuditedActions = {
  routes?: Readonly<Record<string, AuditedRoute>>;
  /** By content type. */
  documents?: Readonly<Record<string, AuditedDocument>>;
  /** Types whose entries are about people. Reading many of them is recorded. */
  personalTypes?: readonly string[];
  /** Routes that answer entries about people. */
  personalReads?: Readonly<Record<string, PersonalRead>>;
};

/** The object that an action changed or read. */
export type AuditTarget = {
  /** A content type's uid, or another name. */
  type: string;
  id?: string | number | null;
  /** Its name for people, which stays readable when the object is deleted. */
  name?: string | null;
};

/** A value of an audit entry. Lists contain names. */
export type AuditDetail = string | number | boolean | readonly string[];

export type AuditRecording = {
  /** A code that the audit log describes, for example `order.refunded`. */
  action: string;
  /** The current actor by default. */
  actor?: Actor;
  target?: AuditTarget;
  /** Selected values: never a whole request body, and no secrets. */
  details?: Readonly<Record<string, AuditDetail>>;
};
