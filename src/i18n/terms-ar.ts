import type { Terms } from './term-messages.ts'
import words from './terms.ar.json' with { type: 'json' }

/** Rules and words are in `docs/translation/glossary-ar.md`; a term that the file lacks does not compile. */
export const ar: Terms = words
