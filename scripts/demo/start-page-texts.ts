import { negotiateLanguage } from '#platform/http/message-language';

type Part = { title: string; text: string };

export type StartPageTexts = {
  title: string;
  lead: string;
  /** `textElsewhere` is for visitors from another machine, who do not see the passwords. */
  panel: Part & { go: string; textElsewhere: string };
  api: Part & { go: string };
  previews: Part;
  beside: Part;
  homeOf: (line: string) => string;
  /** Translations of roles and stand-ins, by the names that the terminal shows. */
  roles: Readonly<Record<string, string>>;
  standIns: Readonly<Record<string, string>>;
};

export const startPageTexts: Readonly<Record<'en' | 'es', StartPageTexts>> = {
  en: {
    title: 'Education CMS, a demo',
    lead: 'A service with a sample catalogue of three business lines in two languages. Everything on this page runs on this machine; nothing is sent anywhere.',
    panel: {
      title: 'Admin panel',
      text: 'Editors write the catalogue and the pages here. Sign in as one of these people:',
      textElsewhere:
        'Editors write the catalogue and the pages here. The terminal of the demo shows the passwords of these people:',
      go: 'Open the panel',
    },
    api: {
      title: 'API',
      text: 'Websites and apps read these endpoints. Try each one in the browser.',
      go: 'Open the documentation',
    },
    previews: {
      title: 'Previews',
      text: 'Drafts as an editor sees them before they are published:',
    },
    beside: {
      title: 'Mailbox and stand-ins',
      text: 'They replace external services: the mail server, the payment provider and the video partner.',
    },
    homeOf: (line) => `Home page of ${line}`,
    roles: {},
    standIns: { 'E-mails': 'Mailbox' },
  },
  es: {
    title: 'CMS educativo, una demo',
    lead: 'Un servicio con un catálogo de ejemplo de tres líneas de negocio en dos idiomas. Todo lo de esta página funciona en este equipo; nada sale de él.',
    panel: {
      title: 'Panel de administración',
      text: 'Los editores escriben aquí el catálogo y las páginas. Inicia sesión como una de estas personas:',
      textElsewhere:
        'Los editores escriben aquí el catálogo y las páginas. El terminal de la demo muestra las contraseñas de estas personas:',
      go: 'Abrir el panel',
    },
    api: {
      title: 'API',
      text: 'Las webs y las apps leen estos endpoints. Prueba cada uno en el navegador.',
      go: 'Abrir la documentación',
    },
    previews: {
      title: 'Vistas previas',
      text: 'Borradores como los ve un editor antes de publicarlos:',
    },
    beside: {
      title: 'Buzón y sustitutos',
      text: 'Sustituyen a los servicios externos: el servidor de correo, el proveedor de pagos y el socio de vídeo.',
    },
    homeOf: (line) => `Página de inicio de ${line}`,
    roles: {
      'catalogue editor': 'editor del catálogo',
      administrator: 'administrador',
      'editor of Medicina': 'editor de Medicina',
    },
    standIns: {
      'E-mails': 'Buzón',
      'Payment provider': 'Proveedor de pagos',
      'Video partner': 'Socio de vídeo',
    },
  },
};

/** Returns the first supported language that a browser accepts; Spanish if there is none. */
export const pickLanguage = (accepted = ''): keyof typeof startPageTexts =>
  negotiateLanguage(accepted, ['es', 'en']) ?? 'es';
