import { contentQualityController } from './server/controllers/content-quality';
import { adminRoutes } from './server/routes/admin';

export default {
  controllers: { 'content-quality': contentQualityController },
  routes: { admin: adminRoutes },
};
