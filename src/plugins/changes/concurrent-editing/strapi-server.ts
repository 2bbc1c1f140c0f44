import { formsController } from './server/controllers/forms';
import { register } from './server/register';
import { answerRepeatedCreation } from './server/repeated-creation';
import { adminRoutes } from './server/routes/admin';

export default {
  register,
  controllers: { forms: formsController },
  middlewares: { 'repeated-creation': answerRepeatedCreation },
  routes: { admin: adminRoutes },
};
