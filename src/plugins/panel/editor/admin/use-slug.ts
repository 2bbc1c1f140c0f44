import { useEffect, useRef } from 'react';
import { useForm } from '@strapi/strapi/admin';

const SLUG = 'slug';

type Values = Readonly<Record<string, unknown>>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const titleIn = ({ title, name }: Values): string => textIn(title) || textIn(name);

/**
 * Makes the slug of an entry that has none saved from its title, until somebody writes another one; who empties it
 * has it made again. Slugs that are saved stay: links lead to them.
 *
 * @param name the field's; nothing happens in any other than the slug
 */
export const useSlug = (name: string): void => {
  const change = useForm('Slug', (form) => form.onChange);
  const title = useForm('Slug', (form) => titleIn(form.values as Values));
  const slug = useForm('Slug', (form) => textIn((form.values as Values)[SLUG]));
  const saved = useForm('Slug', (form) => textIn((form.initialValues as Values)[SLUG]));
  const made = useRef('');
  const latest = useRef(slug);

  useEffect(() => {
    latest.current = slug;
  }, [slug]);

  useEffect(() => {
    const isWritten = (): boolean => latest.current !== '' && latest.current !== made.current;
    if (name !== SLUG || saved !== '' || isWritten()) return undefined;
    let isCurrent = true;
    const make = async (): Promise<void> => {
      // Its tables of scripts are large, and most forms need none.
      const { slugOf } = await import('../slug');
      const next = slugOf(title);
      if (!isCurrent || isWritten() || next === latest.current) return;
      made.current = next;
      change(SLUG, next);
    };
    void make();
    return () => {
      isCurrent = false;
    };
    // Not when the slug itself changes: somebody who has just emptied it is about to write.
  }, [name, title, saved]);
};
