import { customType } from 'drizzle-orm/pg-core'
import { baseLanguage, readLanguage, type Language } from '#contract/language.ts'

/** A language as text; one that only a later build knows is read as English. */
export const languageColumn = customType<{ data: Language; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (text) => readLanguage(text) ?? baseLanguage,
})
