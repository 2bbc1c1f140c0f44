import type { Layout } from '../../feature/layout';

export const user: Layout = {
  uid: 'plugin::users-permissions.user',
  title: 'email',
  columns: ['email', 'nameLastName', 'role', 'vertical', 'blocked', 'createdAt'],
  sort: { by: 'createdAt', order: 'DESC' },
  rows: [
    {
      email: { label: 'E-mail', size: 6, hint: 'What they log in with.' },
      username: { label: 'User name', size: 6, hint: 'Follows the e-mail.' },
    },
    {
      role: { label: 'Role', size: 6, hint: 'ADMINISTRATOR may list and migrate users.' },
      blocked: { label: 'Blocked', size: 3, hint: 'Ends every login, and allows none.' },
      confirmed: {
        label: 'Confirmed',
        size: 3,
        hint: 'The address is proven. Another address takes this back.',
      },
    },
    {
      password: {
        label: 'Password',
        size: 6,
        hint: 'A new one ends every login. Better have them ask for a code.',
      },
      nameLastName: { label: 'Full name', size: 6 },
    },
    {
      name: { label: 'Given name', size: 6 },
      surname: { label: 'Family name', size: 6 },
    },
    {
      identificationNumber: { label: 'Identity document', size: 6 },
      phone: { label: 'Telephone', size: 6 },
    },
    {
      birthday: { label: 'Birthday', size: 4 },
      language: { label: 'Language', size: 4, hint: 'Of the e-mails to them.' },
      vertical: { label: 'Business line', size: 4, hint: 'Its short name.' },
    },
    {
      origin: { label: 'Origin', size: 4, hint: 'From which platform they came.' },
      isFromLegacy: {
        label: 'From the old platform',
        size: 4,
        hint: 'Until they have set a password here.',
      },
      newsletter: { label: 'Newsletter', size: 4 },
    },
    { billingAddress: { label: 'Billing address' } },
    { mailingAddress: { label: 'Mailing address' } },
  ],
  hidden: {
    provider: 'Way of logging in',
    resetPasswordToken: 'Reset token',
    confirmationToken: 'Confirmation token',
    confirmedAt: 'Confirmed at',
    sessionStamp: 'Login stamp',
  },
};
