import { afterEach, expect, test } from 'vitest'
import { StateOption } from '#src/features/account/register/personal-fields.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'
import { messagesOf } from '#src/i18n/term-messages.ts'
import { ar } from '#src/i18n/terms-ar.ts'
import { renderScreen } from '../router.tsx'

afterEach(() => changeSpeech({ language: 'en' }, {}))

test('a state without a name in the language of the page carries its own language and direction', async () => {
  changeSpeech({ language: 'ar' }, messagesOf(ar))
  const screen = await renderScreen(
    <select>
      <StateOption name="Giza" country="Egypt" />
      <StateOption name="Lisboa" country="Portugal" />
    </select>,
  )
  const shown = [...screen.container.querySelectorAll('option')].map((each) => {
    return [each.value, each.text, each.lang, each.dir]
  })
  expect(shown).toEqual([
    ['Giza', 'الجيزة', '', ''],
    ['Lisboa', 'Lisboa', 'en', 'ltr'],
  ])
})
