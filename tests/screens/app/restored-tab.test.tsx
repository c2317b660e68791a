import { expect, test } from 'vitest'
import { followSession } from '#src/app/session-effects.ts'
import { AddVideoPage } from '#src/features/library/pages/add-video-page.tsx'
import { endPrompts, promptsAreDone } from '#src/features/trackers/prompts/prompts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { readDraft, saveDraft } from '#src/lib/dirty.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

/** A start of the app in this tab, which reads what the tab has stored; nothing runs in the background. */
const startTab = () => followSession(new Promise(() => undefined), () => undefined)

/** Somebody begins a video and answers the prompts, and the browser puts the tab to sleep. */
async function leaveTab() {
  await openPhone('ServiceProvider')
  startTab()
  saveDraft('video-url', 'https://youtu.be/dQw4w9WgXcQ')
  endPrompts()
}

test('a tab that slept while somebody else logged in shows nothing of whoever was here before', async () => {
  await leaveTab()
  const db = await openPhone('ServiceProvider')
  startTab()
  const screen = await renderScreen(<AddVideoPage db={db} />)
  await expect.element(screen.getByLabelText(m.library_field_url())).toHaveValue('')
  expect(promptsAreDone()).toBe(false)
})

test('a tab that slept while its person logged out has nothing of them for whoever logs in next', async () => {
  await leaveTab()
  localStorage.clear()
  startTab()
  expect(readDraft('video-url')).toBe('')
  expect(promptsAreDone()).toBe(false)
})

test('a tab that was reloaded has what its person began, and what a visitor typed outlives their login', async () => {
  startTab()
  saveDraft('register', 'What a visitor typed')
  await leaveTab()
  startTab()
  expect(readDraft('video-url')).not.toBe('')
  expect(readDraft('register')).toBe('What a visitor typed')
  expect(promptsAreDone()).toBe(true)
})
