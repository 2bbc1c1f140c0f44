import { useEffect, useRef } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { slugOf } from '../slug';

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

  useEffect(() => {
    if (name !== SLUG || saved !== '' || (slug !== '' && slug !== made.current)) return;
    const next = slugOf(title);
    if (next === slug) return;
    made.current = next;
    change(SLUG, next);
    // Not when the slug itself changes: somebody who has just emptied it is about to write.
  }, [name, title, saved]);
};
