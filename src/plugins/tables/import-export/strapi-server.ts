import { adminRoute, adminRoutesOf, signedIn } from '#platform/http/admin-route';
import { runsController } from './server/controllers/runs';

/**
 * Routes for signed-in users. The handlers check permissions by type, and that a run belongs to the
 * caller.
 */
const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/types', 'runs.types', signedIn),
  adminRoute('GET', '/fields', 'runs.fields', signedIn),
  adminRoute('GET', '/runs', 'runs.find', signedIn),
  adminRoute('GET', '/runs/:id', 'runs.findOne', signedIn),
  adminRoute('GET', '/runs/:id/items', 'runs.items', signedIn),
  adminRoute('POST', '/exports', 'runs.beginExport', signedIn),
  adminRoute('POST', '/rows', 'runs.readRows', signedIn),
  adminRoute('POST', '/imports', 'runs.beginImport', signedIn),
  adminRoute('POST', '/runs/:id/start', 'runs.start', signedIn),
  adminRoute('POST', '/runs/:id/answers', 'runs.answer', signedIn),
  adminRoute('POST', '/runs/:id/columns', 'runs.assign', signedIn),
  adminRoute('POST', '/runs/:id/decisions', 'runs.decide', signedIn),
  adminRoute('GET', '/runs/:id/undo', 'runs.undoCounts', signedIn),
  adminRoute('POST', '/runs/:id/undo', 'runs.undo', signedIn),
  adminRoute('POST', '/runs/:id/cancel', 'runs.cancel', signedIn),
  adminRoute('GET', '/runs/:id/file', 'runs.file', signedIn),
  adminRoute('GET', '/runs/:id/result.csv', 'runs.result', signedIn),
);

export default {
  controllers: { runs: runsController },
  routes: { admin: adminRoutes },
};
