import { expect, type Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Credentials, Member } from './people.ts'

/** Logs in as a person does, through the form at `/login`, and waits for the dashboard. */
export async function signIn(page: Page, who: Credentials): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, who)
  await expect(page).toHaveURL('/dashboard')
}

/** Fills in the login form that is on screen and sends it off. */
export async function fillLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: m.account_login_email() }).fill(email)
  await page.getByLabel(m.account_login_password(), { exact: true }).fill(password)
  await page.getByRole('button', { name: m.account_login_submit(), exact: true }).click()
}

/**
 * Puts a session that the API has opened into a browser that has nothing of the app yet, as the login would leave it
 * there, and opens a page.
 */
export async function enterAs(page: Page, member: Member, url: string): Promise<void> {
  const localStorage = [
    { name: 'token', value: member.token },
    { name: 'isLoggedIn', value: 'true' },
    { name: 'userPayload', value: JSON.stringify(member.user) },
  ]
  const { origin } = new URL(url)
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(url)
}
