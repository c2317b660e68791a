import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { problemCatalogue } from '#contract/problem.ts'
import { createWorkQueue, type WorkQueueBounds, type Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { AccountRepo, UserRow } from '../repo.ts'

export interface Passwords {
  hash(password: FitPassword): Promise<string>
  /** False for an account that does not exist, after the same work as for one that does. */
  matches(password: string, storedHash: string | undefined): Promise<boolean>
}

/** OWASP's second argon2id setting: 19 MiB, two passes; about 12 ms of one core. */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Waiting places for each core: at 12 ms a hash the last in line waits about 0.2 s. */
const waitingPerCore = 16

/** Makes the one place where passwords are hashed; both bounds count for all its callers together. */
export async function createPasswords(bounds: WorkQueueBounds = coreBounds()): Promise<Passwords> {
  const queued = createWorkQueue(bounds)
  const nobodysHash = await hash('nobody has this password', argon2Cost)
  return {
    hash: (password) => queued(() => hash(normalized(password), argon2Cost)),
    async matches(password, storedHash) {
      const same = await queued(() => verify(storedHash ?? nobodysHash, normalized(password)))
      return same && storedHash !== undefined
    },
  }
}

function coreBounds(): WorkQueueBounds {
  const cores = availableParallelism()
  return { runningMax: cores, waitingMax: cores * waitingPerCore }
}

/** Keyboards write the same letter in different code points: the account opens on all of them. */
function normalized(password: string): string {
  return password.normalize('NFKC')
}

/** Wrong passwords of somebody who is signed in, in a quarter of an hour: a found phone gives no way to guess. */
export const ownPasswordTriesMax = 10

export const ownPasswordWindowSeconds = 15 * 60

/** Proves that it is really them: gives their row, or throws `wrong_password` for `field`, `rate_limited` or `busy`. */
export type Reauthenticate = (userId: string, password: string, field: string) => Promise<UserRow>

export function createReauthenticate(deps: {
  repo: AccountRepo
  passwords: Passwords
  tries: Limiter
}): Reauthenticate {
  const { repo, passwords, tries } = deps
  return async function reauthenticate(userId, password, field) {
    await tries.take(userId)
    const user = await repo.userById(userId)
    const matches = await passwords.matches(password, user?.passwordHash).catch(async (error) => {
      await tries.giveBack(userId)
      throw error
    })
    if (!user || !matches) {
      const { message } = problemCatalogue.wrong_password
      throw new ProblemError('wrong_password', { fields: { [field]: message } })
    }
    await tries.giveBack(userId)
    return user
  }
}

declare const fit: unique symbol

/** A new password that was found neither common nor made of what everybody knows of its owner: nothing else is hashed. */
export type FitPassword = string & { readonly [fit]: true }

/** Whose password it is going to be, as far as others know them. */
export interface PasswordOwner {
  readonly email: string
  readonly username?: string | undefined
  readonly firstname?: string | undefined
  readonly lastname?: string | undefined
}

export const commonPasswordText = problemCatalogue.weak_password.message

export const ownWordsText = 'Leave your name, email and "Zync" out of your password.'

/** How far down the list of leaked passwords, most used first, a new one is refused. */
const commonPasswordsMax = 10_000

/** A shorter word says little: "star" on the list does not make "Star-7-Rain-Lamp!" common. */
const baseCharsMin = 6

/** A shorter name is found in too many words: "Ali" in "Quality". */
const ownWordCharsMin = 4
const common = new Set(dictionary['passwords-common'].slice(0, commonPasswordsMax))

/** The password, fit to be hashed; throws `weak_password` for `field`. */
export function fitPassword(password: string, owner: PasswordOwner, field: string): FitPassword {
  const judged = judgePassword(password, owner)
  if ('fit' in judged) return judged.fit
  throw weakPassword(judged.weakness, field)
}

/** Whether two texts are the same password. */
export function isSamePassword(one: string, other: string): boolean {
  return normalized(one) === normalized(other)
}

/** Throws `weak_password` for one of the most used passwords, where nobody is known yet whose it will be. */
export function requireUncommon(password: string, field: string): void {
  if (isCommon(password)) throw weakPassword(commonPasswordText, field)
}

/** The password, or in words for its owner why it is none that may be hashed. */
export function judgePassword(
  password: string,
  owner: PasswordOwner,
): { readonly fit: FitPassword } | { readonly weakness: string } {
  if (isCommon(password)) return { weakness: commonPasswordText }
  if (holdsOwnWords(password, owner)) return { weakness: ownWordsText }
  return { fit: password as FitPassword }
}

function weakPassword(message: string, field: string): ProblemError {
  return new ProblemError('weak_password', { message, fields: { [field]: message } })
}

/**
 * True for a password of the list in any case, and for one that is such a word with digits and signs around it or
 * letters drawn as digits: the rule that asks for them makes "password" into "P@ssw0rd123!".
 */
function isCommon(password: string): boolean {
  const whole = lowerCase(password)
  const base = whole.replace(/^[^\p{L}\d]+/u, '').replace(/[^\p{L}]+$/u, '')
  const bases = [base, ...undrawn(base)].filter(({ length }) => length >= baseCharsMin)
  return [whole, ...bases].some((each) => common.has(each))
}

/** Long words count wherever they are; a short one where it is all that is left without digits and signs. */
function holdsOwnWords(password: string, owner: PasswordOwner): boolean {
  const whole = lowerCase(password)
  const forms = [whole, ...undrawn(whole)]
  const bare = forms.map((form) => form.replace(/[^\p{L}]+/gu, ''))
  return ownWords(owner).some((word) =>
    word.length >= ownWordCharsMin
      ? forms.some((form) => form.includes(word))
      : bare.includes(word),
  )
}

function ownWords({ email, username = '', firstname = '', lastname = '' }: PasswordOwner) {
  const [mailbox = ''] = email.split('@')
  const words = lowerCase([mailbox, username, firstname, lastname].join(' ')).match(/\p{L}{2,}/gu)
  return ['zync', ...(words ?? [])]
}

/** The letters that digits and signs are drawn for; a 1 may be an l or an i. */
function undrawn(text: string): string[] {
  return ['l', 'i'].map((one) => text.replace(/[@4301!$57]/g, (sign) => letters[sign] ?? one))
}

const letters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
}

function lowerCase(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
