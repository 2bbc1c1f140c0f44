import { timeZoneController } from './server/controllers/time-zone';
import { fillInMiddleware } from './server/fill-in';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { 'time-zone': timeZoneController },
  middlewares: { 'fill-in': fillInMiddleware },
  routes: { admin: adminRoutes },
};
