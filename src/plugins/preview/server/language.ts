import { createContext, useContext } from 'react';
import { messagesIn, type Messages } from './messages';

/** Locale of the previewed document. */
export const Language = createContext('en');

/** Currencies of the document's business lines. */
export const Currencies = createContext<readonly string[]>([]);

/** Time zone of the document's instants. */
export const TimeZone = createContext('UTC');

/** Returns the interface texts in the document's language. */
export const useMessages = (): Messages =>
  messagesIn(useContext(Language), useContext(Currencies), useContext(TimeZone));
