/** Made by `scripts/catalogues.ts`. */
declare module 'virtual:catalogues' {
  import type { Language } from '#contract/language.ts'
  import type { Catalogue } from '#src/i18n/chosen.ts'

  /** The languages that have messages of their own, and how to load those. */
  export const catalogues: Readonly<
    Partial<Record<Language, () => Promise<{ messages: Catalogue }>>>
  >
  /** Those that lack none. */
  export const complete: readonly Language[]
}
