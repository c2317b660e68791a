import { profileApi } from '#contract/account/settings.ts'
import { baseLanguage, readLanguage, type Language } from '#contract/language.ts'
import { cookieChoice, readTag, speak, tagOf } from '#src/i18n/choose-language.ts'
import { currentLanguage, subscribeToSpeech } from '#src/i18n/chosen.ts'
import { onResume } from '#src/lib/online.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { follow, userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'
import { addressReader, loginChoice, ownTag, storeOwnTag } from '#src/session/own-language.ts'
import { putProfile, readProfile, refreshProfile } from '#src/session/own-profile.ts'

/**
 * Speaks to the person as their profile says: in their language, how they are addressed, and where they live. What they
 * choose here becomes the language of the profile, at once or with the next network. Returns its end.
 */
export function startLanguageService(db: UserDatabase): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let telling = false
  const tell = () => {
    if (telling || signal.aborted || ownTag('languageUntold') === undefined) return
    telling = true
    // What does not go now goes when the person is back, or at the next start.
    const done = tellLanguage(db).catch(() => undefined)
    void done.finally(() => (telling = false))
  }
  claimChoice()
  tell()
  const leave = subscribeToSpeech(tell)
  onResume(tell, signal)
  void knowProfile(db).catch(() => undefined)
  const watching = follow(db, () => readProfile(db)).subscribe({
    next: (profile) => {
      if (!profile || signal.aborted) return
      const you =
        profile.gender === 'Female' ? 'female' : profile.gender === 'Male' ? 'male' : 'other'
      void countryCode(profile.country).then((country) => {
        addressReader(db.userId, { you, country })
      })
      speakAsProfile(profile.language)
    },
    // A profile that cannot be read says nothing new.
    error: () => undefined,
  })
  return () => {
    stopping.abort()
    leave()
    watching.unsubscribe()
  }
}

/** A login on a new device: no page needs to ask for the profile before the app speaks its language. */
async function knowProfile(db: UserDatabase): Promise<void> {
  if (!(await readProfile(db))) await asMember(db, (token) => refreshProfile(db, token))
}

/** The choice of a person on this device, for their mails, their notifications and their other devices. */
async function tellLanguage(db: UserDatabase): Promise<void> {
  const tag = ownTag('languageUntold')
  const language = readTag(tag)?.language
  if (tag === undefined || language === undefined) return
  const input = { params: { id: db.userId }, body: { language } }
  const user = await asMember(db, (token) => callApi(profileApi.updateLanguage, input, { token }))
  // One that was made meanwhile stays.
  if (ownTag('languageUntold') === tag) localStorage.removeItem('languageUntold')
  // What else was saved while the answer was on its way stays.
  await userTransaction(db, [], async () => {
    const known = await readProfile(db)
    const isWhole = !known || user.view !== 'full'
    await putProfile(db, isWhole ? user : { ...known, language: user.language })
  })
  // A newer one, of which nothing else tells.
  await tellLanguage(db)
}

/**
 * What the profile says counts but for a choice here that the server does not know. English, before this login had a
 * language, is what everybody has who never chose: it changes nothing.
 */
function speakAsProfile(text: string | undefined): void {
  const language = readLanguage(text)
  const own = loginChoice()
  if (language === undefined || ownTag('languageUntold') !== undefined) return
  if (language === own?.language) {
    // Another tab has read it first.
    if (currentLanguage() !== language) void speak(own)
  } else if (own || language !== baseLanguage) followProfile(language)
}

/** For as long as this login lasts: it is no choice of the device. */
function followProfile(language: Language): void {
  const chosen = cookieChoice()
  const digits = chosen?.language === language ? chosen.digits : 'usual'
  storeOwnTag('language', tagOf({ language, digits }))
  void speak({ language, digits })
}

/** What was chosen right before a login is nobody else's from then on. */
function claimChoice(): void {
  for (const key of ['language', 'languageUntold'] as const) {
    const tag = ownTag(key)
    if (tag !== undefined) storeOwnTag(key, tag)
  }
}

/** The countries come with lists of their states, which no start needs. */
async function countryCode(name: string | null): Promise<string | undefined> {
  if (name === null) return undefined
  const { countryNamed } = await import('#contract/reference/countries.ts')
  return countryNamed(name)?.iso2
}
