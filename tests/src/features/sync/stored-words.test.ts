import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { opStatus } from '#src/features/sync/op-card.tsx'
import { changeSpeech, problemTerm, term } from '#src/i18n/chosen.ts'
import { messagesOf } from '#src/i18n/term-messages.ts'
import { ar } from '#src/i18n/terms-ar.ts'
import {
  ApiProblemError,
  failureText,
  serverWords,
  translation,
} from '#src/offline/api/api-error.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { noteFailure } from '#src/offline/engine/push.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { uploadAll } from '#src/offline/files/uploads.ts'
import { openChatPhone, plan } from '#tests/offline/chat-phone.ts'
import { answersDays, closePhones, moment, nowMs, openPhone, tap } from '#tests/offline/phone.ts'
import { chatId } from '#tests/support/chat-rows.ts'

const message = 'Invalid email format'
const file = 'File size exceeds 10MB limit.'
const refusal = new ApiProblemError(
  problem('invalid_input', { message, fields: { file } }),
  400,
  undefined,
)

const inEnglish = () => changeSpeech({ language: 'en' }, {})
const inArabic = () => changeSpeech({ language: 'ar' }, messagesOf(ar))

const { of: untranslated } = translation
beforeEach(() => {
  translation.of = problemTerm
  inArabic()
})

afterEach(async () => {
  inEnglish()
  translation.of = untranslated
  await closePhones()
})

describe('what the server refused is stored in its own words, whatever the screen speaks', () => {
  test('an operation', async () => {
    const db = await openPhone()
    await answersDays(db, 1)
    await noteFailure(db, await takeBatch(db, nowMs), refusal, moment)
    const [row] = await unsentOps(db)
    expect(row?.lastError?.message).toBe(message)
    expect(opStatus(row!, nowMs)).toEqual({ status: 'refused', why: term(message) })
    inEnglish()
    expect(opStatus(row!, nowMs)).toEqual({ status: 'refused', why: message })
  })

  test('a file', async () => {
    const db = await openChatPhone()
    await sendMessage(db, { chatId, content: 'Look', file: plan }, tap())
    await uploadAll({
      db,
      session: async () => ({ token: 't', userId: db.userId }),
      upload: () => Promise.reject(refusal),
      now: () => nowMs,
      random: () => 0.5,
    })
    expect((await unsentOps(db))[0]?.lastError?.message).toBe(file)
  })
})

test('a screen says it in the language of the moment', () => {
  const said = () => [serverWords(refusal), failureText(refusal, 'Failed', 'file')]
  expect(said()).toEqual([ar.texts[message], term(file)])
  inEnglish()
  expect(said()).toEqual([message, file])
})
