import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fileKindOf } from '#contract/file-kind.ts'
import { profileImageRule } from '#contract/file-rule.ts'
import { characters, grounds } from '#src/features/account/files/characters.ts'
import { PictureField } from '#src/features/account/files/picture-field.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { renderScreen } from '../router.tsx'

const refused = vi.fn<(text: string) => void>()

async function show() {
  const chosen: (File | undefined)[] = []
  const screen = await renderScreen(
    <PictureField
      file={undefined}
      error={undefined}
      name="Lina Haddad"
      onChange={(file) => chosen.push(file)}
      onRefused={refused}
    />,
  )
  return { screen, chosen }
}

test('a drawn character with a color of its own becomes a picture that the server takes', async () => {
  const { screen, chosen } = await show()
  await screen.getByRole('button', { name: m.profile_characters() }).click()
  await screen.getByRole('radio', { name: m.profile_character_owl() }).click({ force: true })
  await screen.getByRole('radio', { name: m.profile_ground_sun() }).click({ force: true })
  await screen.getByRole('button', { name: m.profile_character_use() }).click()
  await expect.poll(() => chosen.length).toBe(1)
  const [file] = chosen
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())
  expect(profileImageRule.kinds).toContain(fileKindOf(bytes))
  expect(bytes.length).toBeLessThan(profileImageRule.bytesMax)
  expect(file?.name).toBe('owl.png')
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  expect(refused).not.toHaveBeenCalled()
})

test('twelve characters and six colors are there, each with a name of its own', async () => {
  const { screen } = await show()
  await screen.getByRole('button', { name: m.profile_characters() }).click()
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(18)
  const names = [...characters, ...grounds].map(({ label }) => label())
  expect(new Set(names).size).toBe(18)
})

test('Enter on a character sends no form around the field', async () => {
  const onSubmit = vi.fn<(event: SubmitEvent) => void>()
  document.addEventListener('submit', onSubmit)
  onTestFinished(() => document.removeEventListener('submit', onSubmit))
  const screen = await renderScreen(
    <form action={() => undefined}>
      <PictureField
        file={undefined}
        error={undefined}
        name="Lina Haddad"
        onChange={() => undefined}
        onRefused={refused}
      />
      <button type="submit">Register</button>
    </form>,
  )
  await screen.getByRole('button', { name: m.profile_characters() }).click()
  const owl = page.getByRole('radio', { name: m.profile_character_owl() })
  await owl.click({ force: true })
  await expect.element(owl).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('closing the characters leaves the picture as it was', async () => {
  const { screen, chosen } = await show()
  await screen.getByRole('button', { name: m.profile_characters() }).click()
  await screen.getByRole('button', { name: m.ui_close() }).click()
  expect(chosen).toEqual([])
})
