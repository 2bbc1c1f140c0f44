export { confirmEmail, sendConfirmation } from './confirmation';
export { accountErrors } from './errors';
export type { PostalAddress, ProfileAddress } from './fields';
export { emailExists, login, logout } from './login';
export { type ListedUser, listUsers, migrate } from './management';
export { forgotPassword, resetPassword } from './password';
export { updateProfile } from './profile';
export { register } from './registration';
