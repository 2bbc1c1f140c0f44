import { createContext, useContext } from 'react';
import { messagesIn, type Messages } from './messages';

/** Locale of the previewed document. */
export const Language = createContext('en');

/** Currencies of the document's business lines. */
export const Currencies = createContext<readonly string[]>([]);

/** Returns the interface texts in the document's language. */
export const useMessages = (): Messages => messagesIn(useContext(Language), useContext(Currencies));
