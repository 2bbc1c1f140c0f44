import type { AuditedActions, AuditedRoute } from '#feature/audit';
import type { AuditAction } from '../actions';

const route = (
  action: AuditAction,
  target: string,
  more: Omit<AuditedRoute, 'action' | 'target'> & { failure?: AuditAction } = {},
): AuditedRoute => ({ action, target, ...more });

const USER = 'admin::user';
const ROLE = 'admin::role';
const STUDENT = 'plugin::users-permissions.user';
const STUDENT_ROLE = 'plugin::users-permissions.role';
const LOCALE = 'plugin::i18n.locale';

const userFields = ['firstname', 'lastname', 'username', 'email', 'password', 'roles', 'isActive'];
const studentFields = ['username', 'email', 'password', 'role', 'confirmed', 'blocked'];

const buildTokenRoutes = (kind: 'api-token' | 'admin-token', address: string) => {
  const target = `admin::${kind}`;
  const names = ['name', 'description', 'permissions', 'adminPermissions', 'type', 'lifespan'];
  return {
    [`POST ${address}`]: route(`${kind}.created`, target, { recordedValues: ['type', 'lifespan'] }),
    [`GET ${address}/:id`]: route(`${kind}.shown`, target, { onlyWithSecret: true }),
    [`PUT ${address}/:id`]: route(`${kind}.changed`, target, {
      recordedValues: ['type'],
      recordedFields: names,
    }),
    [`DELETE ${address}/:id`]: route(`${kind}.deleted`, target),
    [`POST ${address}/:id/regenerate`]: route(`${kind}.regenerated`, target),
  };
};

const TRANSFER = 'admin::transfer-token';
const transferNames = ['name', 'description', 'permissions', 'lifespan'];

/** Audit log rules of Strapi's own routes and types, and of its own export. */
export const strapiActions: AuditedActions = {
  routes: {
    'POST /admin/login': route('auth.signed-in', USER, {
      failure: 'auth.sign-in-failed',
      isActorInAnswer: true,
    }),
    'POST /admin/logout': route('auth.signed-out', USER),
    'POST /admin/forgot-password': route('auth.password-asked', USER),
    'POST /admin/reset-password': route('auth.password-reset', USER, { isActorInAnswer: true }),
    'POST /admin/register': route('auth.invitation-taken', USER, { isActorInAnswer: true }),
    'POST /admin/register-admin': route('auth.first-administrator', USER, {
      isActorInAnswer: true,
    }),

    'POST /admin/users': route('admin-user.created', USER, {
      recordedValues: ['roles'],
      takesTurns: true,
    }),
    'PUT /admin/users/me': route('admin-user.self-changed', USER, {
      recordedFields: userFields,
      takesTurns: true,
    }),
    'PUT /admin/users/:id': route('admin-user.changed', USER, {
      recordedValues: ['roles', 'isActive'],
      recordedFields: userFields,
      takesTurns: true,
    }),
    'DELETE /admin/users/:id': route('admin-user.deleted', USER, { takesTurns: true }),
    'POST /admin/users/batch-delete': route('admin-user.deleted', USER, { takesTurns: true }),

    'POST /admin/roles': route('role.created', ROLE, { takesTurns: true }),
    'PUT /admin/roles/:id': route('role.changed', ROLE, {
      recordedFields: ['name', 'description'],
      takesTurns: true,
    }),
    'PUT /admin/roles/:id/permissions': route('role.permissions-changed', ROLE, {
      comparesPermissions: true,
      takesTurns: USER,
    }),
    // Otherwise a user could get the role while it is deleted, and would have none.
    'DELETE /admin/roles/:id': route('role.deleted', ROLE, { takesTurns: USER }),
    'POST /admin/roles/batch-delete': route('role.deleted', ROLE, { takesTurns: USER }),
    ...buildTokenRoutes('api-token', '/admin/api-tokens'),
    ...buildTokenRoutes('admin-token', '/admin/admin-tokens'),
    'POST /admin/transfer/tokens': route('transfer-token.created', TRANSFER, {
      recordedValues: ['permissions', 'lifespan'],
    }),
    'PUT /admin/transfer/tokens/:id': route('transfer-token.changed', TRANSFER, {
      recordedValues: ['permissions'],
      recordedFields: transferNames,
    }),
    'DELETE /admin/transfer/tokens/:id': route('transfer-token.deleted', TRANSFER),
    'POST /admin/transfer/tokens/:id/regenerate': route('transfer-token.regenerated', TRANSFER),
    'GET /admin/transfer/runner/pull': route('transfer.pulled', 'transfer'),
    'GET /admin/transfer/runner/push': route('transfer.pushed', 'transfer'),

    'PUT /upload/settings': route('settings.upload', 'settings', {
      recordedValues: ['sizeOptimization', 'responsiveDimensions', 'autoOrientation', 'aiMetadata'],
    }),
    'PUT /upload/configuration': route('settings.upload-view', 'settings', {
      recordedValues: ['pageSize', 'sort'],
    }),
    'PUT /content-manager/content-types/:uid/configuration': route('settings.view', 'view', {
      recordedFields: ['settings', 'metadatas', 'layouts'],
    }),
    'PUT /content-manager/components/:uid/configuration': route('settings.view', 'view', {
      recordedFields: ['settings', 'metadatas', 'layouts'],
    }),
    'POST /admin/project-settings': route('settings.panel', 'settings', {
      recordedFields: ['menuLogo', 'authLogo'],
    }),
    'POST /i18n/locales': route('language.created', LOCALE, {
      recordedValues: ['code', 'isDefault'],
      takesTurns: true,
    }),
    // Otherwise a language could become the default while it is deleted.
    'PUT /i18n/locales/:id': route('language.changed', LOCALE, {
      recordedValues: ['isDefault'],
      takesTurns: true,
    }),
    'DELETE /i18n/locales/:id': route('language.deleted', LOCALE, { takesTurns: true }),
    'PUT /i18n/settings': route('settings.languages', 'settings', {
      recordedFields: ['aiLocalizations'],
    }),
    'POST /users-permissions/roles': route('student-role.created', STUDENT_ROLE),
    'PUT /users-permissions/roles/:role': route('student-role.changed', STUDENT_ROLE, {
      recordedFields: ['name', 'description', 'permissions', 'users'],
    }),
    // Otherwise a role could become the default one while it is deleted.
    'DELETE /users-permissions/roles/:role': route('student-role.deleted', STUDENT_ROLE, {
      takesTurns: true,
    }),
    'PUT /users-permissions/advanced': route('settings.accounts', 'settings', {
      recordedValues: ['unique_email', 'allow_register', 'email_confirmation', 'default_role'],
      recordedFields: ['email_reset_password', 'email_confirmation_redirection'],
      takesTurns: STUDENT_ROLE,
    }),
    'PUT /users-permissions/providers': route('settings.account-providers', 'settings'),
    'PUT /users-permissions/email-templates': route('settings.account-mails', 'settings'),

    'POST /admin/webhooks': route('webhook.created', 'webhook', {
      recordedValues: ['events', 'isEnabled'],
    }),
    'PUT /admin/webhooks/:id': route('webhook.changed', 'webhook', {
      recordedValues: ['events', 'isEnabled'],
    }),
    'DELETE /admin/webhooks/:id': route('webhook.deleted', 'webhook'),
    'POST /admin/webhooks/batch-delete': route('webhook.deleted', 'webhook'),
    'POST /admin/webhooks/:id/trigger': route('webhook.tested', 'webhook', { isOutgoing: true }),

    'POST /email/test': route('mail.sent-by-hand', 'mail', { isOutgoing: true }),

    'GET /audit/entries.csv': route('export.audit', 'audit', {
      recordedValues: ['person', 'action', 'target', 'from', 'to'],
    }),

    'POST /api/users': route('student.created', STUDENT),
    'PUT /api/users/:id': route('student.changed', STUDENT, { recordedFields: studentFields }),
    'DELETE /api/users/:id': route('student.deleted', STUDENT),
  },
  documents: {
    [STUDENT]: {
      name: 'email',
      actions: {
        create: 'student.created',
        clone: 'student.created',
        update: 'student.changed',
        delete: 'student.deleted',
      } satisfies Record<string, AuditAction>,
    },
  },
  personalTypes: [STUDENT],
  personalReads: {
    'GET /content-manager/collection-types/:model': { of: 'model' },
    'GET /content-manager/collection-types/:model/:id': { of: 'model' },
    'GET /content-manager/relations/:model/:targetField': { of: 'relation' },
    'GET /content-manager/relations/:model/:id/:targetField': { of: 'relation' },
    'GET /api/users': { of: 'type', type: STUDENT },
    'GET /api/users/:id': { of: 'type', type: STUDENT },
  },
};
