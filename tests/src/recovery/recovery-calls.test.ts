import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import { requestResetCode, setNewPassword } from '#src/features/account/login/front-door-calls.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'

afterEach(() => vi.unstubAllGlobals())

const online = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })

const calls = [
  ['a code', () => requestResetCode('lina@zync.example'), m.recovery_forgot_failed()],
  ['a new password', () => setNewPassword('123456', 'Other-Pass2!'), m.recovery_reset_failed()],
] as const

describe.each(calls)('asking for %s', (_, attempt, fallback) => {
  test('says what the server says', async () => {
    online(true)
    answerWith(() => ours(problem('rate_limited'), { status: 429 }))
    expect(await attempt()).toMatchObject({ text: 'Too many tries. Please wait a moment.' })
  })

  test('says the product’s own sentence where nothing came that has words', async () => {
    online(true)
    for (const answer of [noNetwork, () => new Response('<h1>502</h1>', { status: 502 })]) {
      answerWith(answer)
      expect(await attempt()).toMatchObject({ status: 'failed', text: fallback })
    }
  })

  test('says so without a network', async () => {
    online(false)
    answerWith(noNetwork)
    expect(await attempt()).toMatchObject({ status: 'failed', text: m.recovery_offline() })
  })
})
