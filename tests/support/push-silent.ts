import { createECDH, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { languages } from '#contract/language.ts'
import { pushPayloadSchema, type Subscription } from '#contract/push/model.ts'
import { pushTitle } from '#contract/push/words.ts'
import type { PushMessage, Pushed, PushPort } from '#server/ports/push/port.ts'
import { wordsIn } from '#server/words/words.ts'

/** A port for notifications that reaches nobody and takes every address; `sent` is what went out. */
export function silentPush(
  sent: PushMessage[] = [],
  answer: (message: PushMessage) => Pushed | Promise<Pushed> = () => ({ status: 'sent' }),
): PushPort {
  return {
    publicKey: browserKeys().keys.p256dh,
    admits: async () => true,
    hostOf: (endpoint) => new URL(endpoint).host,
    send: async (message) => {
      assertPlain(message.text)
      const pushed = await answer(message)
      if (pushed.status === 'sent') sent.push(message)
      return pushed
    },
    close: () => undefined,
  }
}

/** What a browser makes for itself when it subscribes. */
export function browserKeys() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const keys = {
    p256dh: curve.getPublicKey().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return { curve, keys }
}

/** A subscription of a browser that nobody else has, as a phone sends it; `given` overrides any part. */
export function subscriptionOf(given: Partial<Subscription> = {}): Subscription {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('hex')}`
  return { endpoint, expirationTime: null, keys: browserKeys().keys, ...given }
}

/** By language: a notification says the one of its own. */
const sentences = new Map<string, readonly string[]>(
  languages.map((each) => {
    const { discreetPush, push } = wordsIn(each)
    return [each, [discreetPush, ...Object.values(push)]]
  }),
)
const id = /^[0-9a-f-]{36}$/
const place =
  /^https?:\/\/[^/]+\/(?:trackers|edit-profile|sessions|payment|notifications|chats|gen-z|library)[\w/?&=.-]*$/

/**
 * Throws where a notification says anything but ids, a day, a place and one of our sentences: whatever a test has names,
 * words and answers of, none of it is in there.
 */
export function assertPlain(text: string): void {
  const sent: unknown = JSON.parse(text)
  if (typeof sent !== 'object' || sent === null || !('notification' in sent)) return
  const payload = v.parse(pushPayloadSchema, sent)
  const { title, body, lang, navigate, data } = payload.notification
  const plain =
    isDeepStrictEqual(sent, payload) &&
    title === pushTitle &&
    sentences.get(lang)?.includes(body) === true &&
    id.test(data.id) &&
    place.test(navigate)
  if (!plain) throw new Error(`A notification says more than it may: ${text}`)
}
