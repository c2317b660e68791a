import type { BriefSentence } from '#contract/brief/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { StorageFullError } from '#src/offline/storage/quota.ts'

interface SentenceWords {
  readonly title: () => string
  readonly hint: () => string
}

export const sentenceWords: Readonly<Record<BriefSentence, SentenceWords>> = {
  talk: { title: m.brief_talk, hint: m.brief_talk_hint },
  good: { title: m.brief_good, hint: m.brief_good_hint },
  avoid: { title: m.brief_avoid, hint: m.brief_avoid_hint },
}

/** Why a brief could not be stored on the device. */
export function failureText(error: unknown): string {
  return error instanceof StorageFullError ? m.brief_full() : m.brief_save_failed()
}
