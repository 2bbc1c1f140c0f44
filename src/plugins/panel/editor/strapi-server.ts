import { timeZoneController } from './server/controllers/time-zone';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { 'time-zone': timeZoneController },
  routes: { admin: adminRoutes },
};
