import { useEffect, useState } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { buildConnected } from '#platform/strapi/admin/relations';

/** Business line of a new template. */
export type TemplateLine = { id: number; documentId: string; name: string };

/** The values with which the form of a new template starts. */
type TemplateStart = { kind: string; line: TemplateLine | null };

/** Start that the last link has set, until a form takes it. */
let nextStart: TemplateStart | null = null;

/**
 * Sets the start of the form that a link opens. Strapi replaces the address of a form that it opens,
 * so the state of a link is lost, and it sends parameters of the address to the server.
 */
export const setTemplateStart = (start: TemplateStart): void => {
  nextStart = start;
};

const takeStart = (): TemplateStart | null => {
  const start = nextStart;
  nextStart = null;
  return start;
};

/**
 * Fills in the kind and the business line of a new template, or of its new locale, that a link asks
 * for. Without a line, the new locale would apply to all lines: each locale has its own relations.
 *
 * @param isNew whether the form shows no stored version
 */
export const useTemplateStart = (isNew: boolean): void => {
  const change = useForm('MailPanel', (form) => form.onChange);
  const [start] = useState(takeStart);
  useEffect(() => {
    if (start === null || !isNew) return;
    change('kind', start.kind);
    if (start.line !== null) change('vertical', buildConnected(start.line));
  }, [start]);
};
