import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { AuditRecording, AuditedActions } from '#feature/audit';
import { type Actor, getCurrentActor } from '#feature/current-actor';
import { getRequestId } from '#platform/request-id';
import { toJson } from '#platform/jobs/database';
import { runSqlInTransaction } from '#platform/strapi/queries';
import { isAuditAction } from '../actions';
import { getFeatures } from '#feature/application';
import { ENTRIES } from './tables';

type All = Required<AuditedActions>;

export const collectAuditedActions = (context: WithStrapi): All => {
  const all = getFeatures(context).flatMap(({ auditedActions = [] }) => auditedActions);
  const mergeActions = <Name extends keyof All>(name: Name): All[Name] =>
    Object.assign({}, ...all.map((actions) => actions[name])) as All[Name];
  return {
    routes: mergeActions('routes'),
    documents: mergeActions('documents'),
    personalTypes: all.flatMap(({ personalTypes = [] }) => personalTypes),
    personalReads: mergeActions('personalReads'),
  };
};

/** Maximum length of a name; input of strangers may be longer. */
const LONGEST = 255;

const clipText = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value).slice(0, LONGEST);

/** Adds the e-mail address to a user's name, because names are not unique. */
const withAddress = (actor: Actor, ctx: Context | undefined): string | null => {
  const { email } = (ctx?.state as { user?: { email?: unknown } } | undefined)?.user ?? {};
  if (actor.kind !== 'user' || typeof email !== 'string' || actor.name === email) return actor.name;
  if (actor.name === null) return email;
  return actor.name.endsWith(`<${email}>`) ? actor.name : `${actor.name} <${email}>`;
};

/**
 * Records an action in the current transaction, so that the entry is stored exactly if the action
 * is. A failure is thrown, because unrecorded actions must not proceed.
 *
 * @throws Error if the audit log does not describe the action
 */
export const recordAudit = async (
  { strapi }: WithStrapi,
  { action, actor = getCurrentActor({ strapi }), target, details = {} }: AuditRecording,
): Promise<void> => {
  if (!isAuditAction(action)) throw new Error(`The audit log does not describe ${action}`);
  const ctx = strapi.requestContext.get();
  await runSqlInTransaction(
    { strapi },
    `INSERT INTO ${ENTRIES} (actor_kind, actor_id, actor_name, action, target_type, target_id,
         target_name, ip, request_id, details)
       VALUES (:kind, :actor, :name, :action, :type, :target, :called, :ip, :request,
         CAST(:details AS jsonb))`,
    {
      kind: actor.kind,
      actor: actor.id,
      name: clipText(withAddress(actor, ctx)),
      action,
      type: clipText(target?.type),
      target: clipText(target?.id),
      called: clipText(target?.name),
      ip: clipText(ctx?.request.ip),
      request: ctx === undefined ? null : getRequestId(ctx),
      details: toJson(details),
    },
  );
};
