/** The letters that the service writes. */
export const mailKinds = [
  'welcome',
  'confirm-email',
  'reset-code',
  'password-changed',
  'login-locked',
] as const;

export type MailKind = (typeof mailKinds)[number];

const common = ['name', 'email', 'vertical'] as const;

/** How a text names a value: logic, filters and paths are not part of it. */
export const VARIABLE = /\{\{\s*([a-zA-Z]\w*)\s*\}\}/g;

/** What a letter's text may name in `{{ }}`, and what it has to. */
export const variablesOf: Readonly<
  Record<MailKind, { allowed: readonly string[]; required: readonly string[] }>
> = {
  welcome: { allowed: [...common, 'confirmUrl', 'days'], required: [] },
  'confirm-email': { allowed: [...common, 'confirmUrl', 'days'], required: [] },
  'reset-code': { allowed: [...common, 'code', 'minutes'], required: ['code'] },
  'password-changed': { allowed: common, required: [] },
  'login-locked': { allowed: [...common, 'code', 'minutes'], required: ['code'] },
};

export type Values = Readonly<Record<string, string>>;

/** For previews and test mails. */
export const sampleValues = (vertical: string): Values => ({
  name: 'Ana García',
  email: 'ana.garcia@example.com',
  vertical,
  code: 'ABCDE-23456-FGHJK-78923',
  minutes: '30',
  confirmUrl: 'https://www.example.com/confirm?code=abcde23456fghjk78923',
  days: '7',
});

export type MailText = { subject: string; preheader: string | null; body: string };
