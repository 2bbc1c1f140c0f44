import { defineAdminRoute, defineAdminRoutes, signedIn } from '#platform/http/admin-route';
import { createRunsController } from './server/controllers/runs';

/**
 * Routes for signed-in users. The handlers check permissions by type, and that a run belongs to the
 * caller.
 */
const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/types', 'runs.types', signedIn),
  defineAdminRoute('GET', '/fields', 'runs.fields', signedIn),
  defineAdminRoute('GET', '/runs', 'runs.find', signedIn),
  defineAdminRoute('GET', '/runs/:id', 'runs.findOne', signedIn),
  defineAdminRoute('GET', '/runs/:id/items', 'runs.items', signedIn),
  defineAdminRoute('POST', '/exports', 'runs.beginExport', signedIn),
  defineAdminRoute('POST', '/rows', 'runs.readRows', signedIn),
  defineAdminRoute('POST', '/imports', 'runs.beginImport', signedIn),
  defineAdminRoute('POST', '/runs/:id/start', 'runs.start', signedIn),
  defineAdminRoute('POST', '/runs/:id/answers', 'runs.answer', signedIn),
  defineAdminRoute('POST', '/runs/:id/columns', 'runs.assign', signedIn),
  defineAdminRoute('POST', '/runs/:id/decisions', 'runs.decide', signedIn),
  defineAdminRoute('GET', '/runs/:id/undo', 'runs.undoCounts', signedIn),
  defineAdminRoute('POST', '/runs/:id/undo', 'runs.undo', signedIn),
  defineAdminRoute('POST', '/runs/:id/cancel', 'runs.cancel', signedIn),
  defineAdminRoute('GET', '/runs/:id/file', 'runs.file', signedIn),
  defineAdminRoute('GET', '/runs/:id/result.csv', 'runs.result', signedIn),
);

export default {
  controllers: { runs: createRunsController },
  routes: { admin: adminRoutes },
};
