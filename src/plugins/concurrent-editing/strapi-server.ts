import { formsController } from './server/controllers/forms';
import { register } from './server/register';
import { adminRoutes } from './server/routes/admin';

export default {
  register,
  controllers: { forms: formsController },
  routes: { admin: adminRoutes },
};
