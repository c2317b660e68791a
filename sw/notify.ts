import { baseLanguage, directionOf, readLanguage, type Language } from '#contract/language.ts'
import { calmNames, lookFiles, type Look } from '#contract/look.ts'
import { neutralWords, pushTitle } from '#contract/push/words.ts'
import { storedLook } from '#src/offline/session/device-look.ts'

/** What TypeScript's library does not know: buttons. */
interface WithActions extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[]
}

/** What a notification says, and in which language. */
export interface Said {
  readonly title: string
  readonly body: string
  readonly lang: string
  readonly dir: NotificationDirection
}

export function said(language: Language, body: string, title: string = pushTitle): Said {
  return { title, body, lang: language, dir: directionOf(language) }
}

/** Everything that is shown comes by here: on a device with the neutral look it has that name, and no words of its own. */
export async function notify(
  worker: ServiceWorkerGlobalScope,
  words: Said,
  options: WithActions,
): Promise<void> {
  const look = await lookOfNotification()
  const { icon, badge } = lookFiles[look]
  const { title, ...rest } = look === 'calm' ? calmWords(words) : words
  const shown: WithActions = { icon, badge, ...rest, ...options }
  await worker.registration.showNotification(title, {
    ...shown,
    ...(look === 'calm' && { actions: [] }),
  })
}

/** A neutral name that nobody asked for harms nobody, the other one might: a storage that fails twice counts as the neutral look. */
async function lookOfNotification(): Promise<Look> {
  return await storedLook()
    .catch(storedLook)
    .catch((): Look => 'calm')
}

function calmWords({ lang }: Said): Said {
  const language = readLanguage(lang) ?? baseLanguage
  return said(language, neutralWords[language], calmNames[language])
}
