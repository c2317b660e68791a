import { expect, type Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Credentials } from './people.ts'
import { mainNavigation } from './phone.ts'

/** What somebody chooses and types in the registration. */
export interface Newcomer extends Credentials {
  /** The words of the choice in step 1. */
  readonly kind: string
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly birthYear: string
}

/** A file as the device's picker hands it over. */
export interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Steps 1 and 2 of the registration; ends on step 3. */
export async function fillAccountSteps(page: Page, who: Newcomer): Promise<void> {
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(mainNavigation(page)).toBeHidden()
  await page.getByRole('button', { name: new RegExp(`^${who.kind}`) }).click()
  await page.getByLabel(m.register_email(), { exact: true }).fill(who.email)
  await page.getByLabel(m.register_username(), { exact: true }).fill(who.username)
  await page.getByLabel(m.register_firstname(), { exact: true }).fill(who.firstname)
  await page.getByLabel(m.register_lastname(), { exact: true }).fill(who.lastname)
  await page.getByLabel(m.register_password(), { exact: true }).fill(who.password)
  await page.getByLabel(m.register_confirm_password(), { exact: true }).fill(who.password)
  await next(page)
  await expect(page.getByRole('button', { name: m.register_submit(), exact: true })).toBeVisible()
}

/** What step 3 asks of everybody but for the picture; an Egyptian who agrees. */
export async function fillPerson(page: Page, who: Newcomer): Promise<void> {
  await page.getByLabel(m.register_day(), { exact: true }).selectOption('5')
  await page.getByLabel(m.register_month(), { exact: true }).selectOption('May')
  await page.getByLabel(m.register_year(), { exact: true }).selectOption(who.birthYear)
  await choose(page, m.register_gender_female())
  await page.getByLabel(m.register_country(), { exact: true }).selectOption('Egypt')
  await page.getByLabel(m.register_state(), { exact: true }).selectOption('Giza')
  await page.getByLabel(m.register_phone(), { exact: true }).fill('0123 456 7890')
  const submit = page.getByRole('button', { name: m.register_submit(), exact: true })
  await expect(submit).toBeDisabled()
  await page.getByRole('checkbox', { name: m.register_privacy_agree() }).check()
  await expect(submit).toBeEnabled()
}

/** Puts a file into a field and waits until it was looked at and taken. */
export async function attach(page: Page, label: string, file: PickedFile): Promise<void> {
  await page.locator('input[type=file]').and(page.getByLabel(label)).setInputFiles(file)
  await expect(page.getByText(file.name, { exact: true })).toBeVisible()
}

async function choose(page: Page, words: string): Promise<void> {
  const radio = page.getByRole('radio', { name: new RegExp(`^${words}`) })
  await page.locator('label').filter({ has: radio }).click()
}

async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.register_next(), exact: true }).click()
}
