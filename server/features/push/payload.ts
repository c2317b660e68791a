import { createHmac } from 'node:crypto'
import type { LocalDate } from '#contract/local-date.ts'
import { recipientMark, type PushedKind, type PushPayload } from '#contract/push/model.ts'
import { pushTitle } from '#contract/push/words.ts'
import { directionOf, type Language } from '#contract/language.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { wordsIn } from '#server/words/words.ts'

/** What a notification is made of: ids and a day, and nothing that anybody wrote. */
export interface Payload {
  readonly id: string
  readonly userId: string
  readonly kind: PushedKind
  /** The id of what it is about; of a reminder, its day. */
  readonly about: string
  readonly tracker?: TrackerType
  /** The person's. */
  readonly language: Language
  readonly discreet: boolean
  readonly silent: boolean
  readonly unread: number
}

/** The text of a notification, before it is encrypted. */
export function payloadText(payload: Payload, publicUrl: string): string {
  const { id, userId, kind, about, tracker, language, discreet, silent, unread } = payload
  const words = wordsIn(language)
  const full: PushPayload = {
    web_push: 8030,
    notification: {
      title: pushTitle,
      body: discreet ? words.discreetPush : words.push[kind],
      navigate: publicUrl + placeOf(payload),
      lang: language,
      dir: directionOf(language),
      tag: tagOf(payload),
      silent,
      data: {
        k: kind,
        id,
        u: recipientMark(userId),
        ...(tracker ? { day: about as LocalDate, of: tracker } : {}),
      },
    },
    app_badge: unread,
  }
  return JSON.stringify(full)
}

/** What a push service sees of what it is about: two of the same are the same, and that is all. */
export function topicOf({ kind, about }: Pick<Payload, 'kind' | 'about'>, key: string): string {
  return createHmac('sha256', key).update(`${kind} ${about}`).digest('base64url').slice(0, 32)
}

const remindersPlace = '/edit-profile?tab=reminders'

/** Where a tap leads. */
function placeOf({ kind, about, tracker }: Payload): string {
  if (kind === 'test') return remindersPlace
  // The words may be neutral: the question is asked again where the tap leads.
  if (tracker && kind === 'tracker.pause') return `${remindersPlace}&ask=${tracker.toLowerCase()}`
  if (tracker) return `/trackers?day=${about}&of=${tracker.toLowerCase()}`
  const places: Partial<Record<PushedKind, string>> = {
    message: `/chats/${about}`,
    'session.reminder': '/sessions',
    'session.changed': '/sessions',
    'result.shared': `/gen-z/${about}`,
    'article.published': `/library/articles/${about}`,
    'pack.received': '/library/packs',
  }
  return places[kind] ?? '/notifications'
}

/** One of each kind is on a phone at a time; of chats and sessions one for each. */
function tagOf({ kind, about, tracker }: Payload): string {
  if (tracker || kind === 'test') return kind
  return `${kind} ${about}`
}
