import type { Terms } from './term-messages.ts'
import words from './terms.fr.json' with { type: 'json' }

/** Rules and words are in `docs/translation/glossary-fr.md`; states of countries are shown as they are. */
export const fr: Terms = words
