import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'

/** The code that the server mailed to somebody last; it writes its messages as files where no mail server is set. */
export async function mailedCode(dataDir: string, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    code = await findCode(join(dataDir, 'mail'), email)
    expect(code, `a code for ${email}`).toBeDefined()
  }).toPass()
  return code ?? ''
}

/** A code that is surely another one. */
export function wrongCode(code: string): string {
  return code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
}

/** Asks for a code on `/forgot-password` and stays where it is to be typed in. */
export async function askForCode(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: m.recovery_email() }).fill(email)
  await page.getByRole('button', { name: m.recovery_forgot_submit() }).click()
  const sent = page.getByRole('dialog', { name: 'Code Sent!' })
  await sent.getByRole('button', { name: m.recovery_sent_action() }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
}

/** Pastes a code into the six boxes, as from the message, over whatever stands there. */
export async function pasteCode(page: Page, code: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), code)
  await page.getByLabel(m.recovery_code()).press('ControlOrMeta+v')
  await expect(page.getByLabel(m.recovery_code())).toHaveValue(code)
}

/** Fills in the new password twice and sends it with the code that is there. */
export async function sendNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(m.recovery_new_password(), { exact: true }).fill(password)
  await page.getByLabel(m.recovery_confirm_password(), { exact: true }).fill(password)
  await page.getByRole('button', { name: m.recovery_reset_submit() }).click()
}

async function findCode(directory: string, email: string): Promise<string | undefined> {
  const names = (await readdir(directory).catch(() => [])).toSorted((one, other) =>
    one < other ? -1 : 1,
  )
  const mails = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  // The names say in which order they were written.
  const mine = mails.findLast((mail) => mail.includes(`To: ${email}`))
  return /Your code is (\d{6})/.exec(mine ?? '')?.[1]
}
