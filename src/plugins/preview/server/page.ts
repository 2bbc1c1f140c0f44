import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { documentBody } from './html';

const texts = {
  en: {
    draft: 'Draft',
    draftNote: 'This is how it reads with the unpublished changes.',
    published: 'Published',
    publishedNote: 'This is what visitors get.',
  },
  es: {
    draft: 'Borrador',
    draftNote: 'Así queda con los cambios sin publicar.',
    published: 'Publicado',
    publishedNote: 'Esto es lo que reciben los visitantes.',
  },
} as const;

export type PreviewPage = {
  title: string;
  lang: string;
  status: 'draft' | 'published';
  /** Business lines and the like, to tell at a glance which of many documents this is. */
  place: readonly string[];
  document: Readonly<Record<string, unknown>>;
};

/** The whole HTML page of a preview. */
export const previewPage = ({ title, lang, status, place, document }: PreviewPage): string => {
  const words = lang.startsWith('en') ? texts.en : texts.es;
  const markup = renderToStaticMarkup(
    h(
      'html',
      { lang },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'robots', content: 'noindex' }),
        h('title', null, title),
        h('link', { rel: 'stylesheet', href: '/preview/style.css' }),
      ),
      h(
        'body',
        null,
        h(
          'div',
          { className: `banner ${status}`, role: 'status' },
          h('strong', null, words[status]),
          h('span', null, status === 'draft' ? words.draftNote : words.publishedNote),
          h('span', null, [...place, lang].join(' · ')),
        ),
        documentBody({ document, lang, title }),
      ),
    ),
  );
  return `<!doctype html>${markup}`;
};
