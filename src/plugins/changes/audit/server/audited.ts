import type { AuditAction } from '../actions';

/** Audit settings of a route. */
export type AuditedRoute = {
  action: AuditAction;
  /** Target type of the action: a uid, or a word for targets without one. */
  target: string;
  /** Action recorded for a refused request; none by default. */
  failure?: AuditAction;
  /** Whether the actor is read from the response, because the request was anonymous. */
  isActorInAnswer?: true;
  /** Records the request only if the response contains a secret. */
  onlyWithSecret?: true;
  /** Fields of the body or query whose short, plain values are recorded. */
  says?: readonly string[];
  /** Fields of the body of which only the presence is recorded. */
  names?: readonly string[];
  /**
   * Whether the request waits for an external service and writes nothing, so that it holds no
   * database connection.
   */
  isOutgoing?: true;
  /**
   * Serializes writes of this target. Strapi checks names, addresses and languages before it
   * writes, but its tables have no unique constraints.
   */
  takesTurns?: true;
  /** Whether to record the added and removed permissions of a role. */
  comparesPermissions?: true;
};

const route = (
  action: AuditAction,
  target: string,
  more: Omit<AuditedRoute, 'action' | 'target'> = {},
): AuditedRoute => ({ action, target, ...more });

const USER = 'admin::user';
const ROLE = 'admin::role';
const STUDENT = 'plugin::users-permissions.user';
const STUDENT_ROLE = 'plugin::users-permissions.role';
const LOCALE = 'plugin::i18n.locale';
const ENDPOINT = 'plugin::webhooks.endpoint';

const userFields = ['firstname', 'lastname', 'username', 'email', 'password', 'roles', 'isActive'];
const studentFields = ['username', 'email', 'password', 'role', 'confirmed', 'blocked'];

const token = (kind: 'api-token' | 'admin-token', address: string) => {
  const target = `admin::${kind}`;
  const names = ['name', 'description', 'permissions', 'adminPermissions', 'type', 'lifespan'];
  return {
    [`POST ${address}`]: route(`${kind}.created`, target, { says: ['type', 'lifespan'] }),
    [`GET ${address}/:id`]: route(`${kind}.shown`, target, { onlyWithSecret: true }),
    [`PUT ${address}/:id`]: route(`${kind}.changed`, target, { says: ['type'], names }),
    [`DELETE ${address}/:id`]: route(`${kind}.deleted`, target),
    [`POST ${address}/:id/regenerate`]: route(`${kind}.regenerated`, target),
  };
};

const TRANSFER = 'admin::transfer-token';
const transferNames = ['name', 'description', 'permissions', 'lifespan'];

/** Audited routes, by the router's method and path. A new one is added here. */
export const auditedRoutes: Readonly<Record<string, AuditedRoute>> = {
  'POST /admin/login': route('auth.signed-in', USER, {
    failure: 'auth.sign-in-failed',
    isActorInAnswer: true,
  }),
  'POST /admin/logout': route('auth.signed-out', USER),
  'POST /admin/forgot-password': route('auth.password-asked', USER),
  'POST /admin/reset-password': route('auth.password-reset', USER, { isActorInAnswer: true }),
  'POST /admin/register': route('auth.invitation-taken', USER, { isActorInAnswer: true }),
  'POST /admin/register-admin': route('auth.first-administrator', USER, { isActorInAnswer: true }),

  'POST /admin/users': route('admin-user.created', USER, { says: ['roles'], takesTurns: true }),
  'PUT /admin/users/me': route('admin-user.self-changed', USER, {
    names: userFields,
    takesTurns: true,
  }),
  'PUT /admin/users/:id': route('admin-user.changed', USER, {
    says: ['roles', 'isActive'],
    names: userFields,
    takesTurns: true,
  }),
  'DELETE /admin/users/:id': route('admin-user.deleted', USER),
  'POST /admin/users/batch-delete': route('admin-user.deleted', USER),

  'POST /admin/roles': route('role.created', ROLE, { takesTurns: true }),
  'PUT /admin/roles/:id': route('role.changed', ROLE, {
    names: ['name', 'description'],
    takesTurns: true,
  }),
  'PUT /admin/roles/:id/permissions': route('role.permissions-changed', ROLE, {
    comparesPermissions: true,
  }),
  'DELETE /admin/roles/:id': route('role.deleted', ROLE),
  'POST /admin/roles/batch-delete': route('role.deleted', ROLE),
  'POST /rights/lines/:documentId/roles': route('line-role.created', 'api::vertical.vertical', {
    takesTurns: true,
  }),

  'DELETE /preview/tokens': route('preview.revoked', USER),
  'DELETE /preview/tokens/:id': route('preview.revoked', USER),

  ...token('api-token', '/admin/api-tokens'),
  ...token('admin-token', '/admin/admin-tokens'),
  'POST /admin/transfer/tokens': route('transfer-token.created', TRANSFER, {
    says: ['permissions', 'lifespan'],
  }),
  'PUT /admin/transfer/tokens/:id': route('transfer-token.changed', TRANSFER, {
    says: ['permissions'],
    names: transferNames,
  }),
  'DELETE /admin/transfer/tokens/:id': route('transfer-token.deleted', TRANSFER),
  'POST /admin/transfer/tokens/:id/regenerate': route('transfer-token.regenerated', TRANSFER),
  'GET /admin/transfer/runner/pull': route('transfer.pulled', 'transfer'),
  'GET /admin/transfer/runner/push': route('transfer.pushed', 'transfer'),

  'PUT /upload/settings': route('settings.upload', 'settings', {
    says: ['sizeOptimization', 'responsiveDimensions', 'autoOrientation', 'aiMetadata'],
  }),
  'PUT /upload/configuration': route('settings.upload-view', 'settings', {
    says: ['pageSize', 'sort'],
  }),
  'PUT /content-manager/content-types/:uid/configuration': route('settings.view', 'view', {
    names: ['settings', 'metadatas', 'layouts'],
  }),
  'PUT /content-manager/components/:uid/configuration': route('settings.view', 'view', {
    names: ['settings', 'metadatas', 'layouts'],
  }),
  'POST /admin/project-settings': route('settings.panel', 'settings', {
    names: ['menuLogo', 'authLogo'],
  }),
  'POST /i18n/locales': route('language.created', LOCALE, {
    says: ['code', 'isDefault'],
    takesTurns: true,
  }),
  'PUT /i18n/locales/:id': route('language.changed', LOCALE, { says: ['isDefault'] }),
  'DELETE /i18n/locales/:id': route('language.deleted', LOCALE),
  'PUT /i18n/settings': route('settings.languages', 'settings', { names: ['aiLocalizations'] }),
  'POST /users-permissions/roles': route('student-role.created', STUDENT_ROLE),
  'PUT /users-permissions/roles/:role': route('student-role.changed', STUDENT_ROLE, {
    names: ['name', 'description', 'permissions', 'users'],
  }),
  'DELETE /users-permissions/roles/:role': route('student-role.deleted', STUDENT_ROLE),
  'PUT /users-permissions/advanced': route('settings.accounts', 'settings', {
    says: ['unique_email', 'allow_register', 'email_confirmation', 'default_role'],
    names: ['email_reset_password', 'email_confirmation_redirection'],
  }),
  'PUT /users-permissions/providers': route('settings.account-providers', 'settings'),
  'PUT /users-permissions/email-templates': route('settings.account-mails', 'settings'),

  // Strapi's webhooks, and this application's; writes of the latter's entries are listed below.
  'POST /admin/webhooks': route('webhook.created', 'webhook', { says: ['events', 'isEnabled'] }),
  'PUT /admin/webhooks/:id': route('webhook.changed', 'webhook', { says: ['events', 'isEnabled'] }),
  'DELETE /admin/webhooks/:id': route('webhook.deleted', 'webhook'),
  'POST /admin/webhooks/batch-delete': route('webhook.deleted', 'webhook'),
  'POST /admin/webhooks/:id/trigger': route('webhook.tested', 'webhook', { isOutgoing: true }),
  'GET /webhooks/endpoints/:id/secret': route('webhook.secret-shown', ENDPOINT),
  'POST /webhooks/endpoints/:id/secret': route('webhook.secret-renewed', ENDPOINT),
  'POST /webhooks/endpoints/:id/test': route('webhook.tested', ENDPOINT, { isOutgoing: true }),
  'POST /webhooks/deliveries/:id/send': route('webhook.sent-again', 'plugin::webhooks.delivery'),

  'POST /account/mails/:id/resend': route('mail.sent-again', 'mail'),
  'POST /email/test': route('mail.sent-by-hand', 'mail', { isOutgoing: true }),

  'GET /partner-video/grants.csv': route('export.partner-video', 'plugin::partner-video.grant'),
  'GET /audit/entries.csv': route('export.audit', 'audit', {
    says: ['person', 'action', 'target', 'from', 'to'],
  }),

  'GET /bulk-edit/:model/rows.csv': route('export.entries', 'entries'),
  'POST /import-export/exports': route('export.entries', 'entries', {
    says: ['uid', 'layout', 'format'],
  }),
  'POST /import-export/runs/:id/start': route('import.entries', 'import'),

  'POST /api/users': route('student.created', STUDENT),
  'PUT /api/users/:id': route('student.changed', STUDENT, { names: studentFields }),
  'DELETE /api/users/:id': route('student.deleted', STUDENT),
};

type DocumentActions = Readonly<Partial<Record<string, AuditAction>>>;

/** Audited types that are not content. Every write is recorded with the names of its fields. */
export const auditedDocuments: Readonly<
  Record<string, { name: string; actions: DocumentActions }>
> = {
  [ENDPOINT]: {
    name: 'name',
    actions: {
      create: 'webhook.created',
      clone: 'webhook.created',
      update: 'webhook.changed',
      delete: 'webhook.deleted',
    },
  },
  [STUDENT]: {
    name: 'email',
    actions: {
      create: 'student.created',
      clone: 'student.created',
      update: 'student.changed',
      delete: 'student.deleted',
    },
  },
};

/** Types with personal data. */
export const personalTypes: readonly string[] = [
  STUDENT,
  'plugin::checkout.order',
  'plugin::partner-video.grant',
];

/** Source of the type that a route reads: a parameter, a relation, or a constant. */
export type PersonalRead = { of: 'model' } | { of: 'relation' } | { of: 'type'; type: string };

/** Routes whose responses may contain personal data. */
export const personalReads: Readonly<Record<string, PersonalRead>> = {
  'GET /content-manager/collection-types/:model': { of: 'model' },
  'GET /content-manager/collection-types/:model/:id': { of: 'model' },
  'GET /content-manager/relations/:model/:targetField': { of: 'relation' },
  'GET /content-manager/relations/:model/:id/:targetField': { of: 'relation' },
  'GET /api/users': { of: 'type', type: STUDENT },
  'GET /api/users/:id': { of: 'type', type: STUDENT },
  'GET /api/user-endpoints/users': { of: 'type', type: STUDENT },
  'GET /account/mails': { of: 'type', type: STUDENT },
};
