import * as v from 'valibot'
import { isTimeZone } from '#contract/local-date.ts'
import { enabledQuests } from '#contract/quests/shelf.ts'
import { sealingKeyBytes } from './ports/sealing.ts'

/* What a variable of the environment may say. A rule reads on from the variable's name. */

const truth = { true: true, '1': true, on: true, false: false, '0': false, off: false } as const
const switchWords = Object.keys(truth) as (keyof typeof truth)[]

export const wholeNumber = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, rule),
    v.transform(Number),
    v.minValue(min, rule),
    v.maxValue(max, rule),
  )
}

export const onOrOff = v.pipe(
  v.picklist(switchWords, `must be one of ${switchWords.join(', ')}`),
  v.transform((word) => truth[word]),
)

export const address = (shape: RegExp, rule: string) =>
  v.pipe(
    v.string(),
    // A word that the shape allows by itself is no address and needs to be none.
    v.check(
      (text) => shape.test(text) && (!text.includes(':') || URL.canParse(text)),
      `must be ${rule}`,
    ),
  )

export const keyOf32Bytes = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64')),
  v.check((key) => key.length === sealingKeyBytes, `must be ${sealingKeyBytes} bytes in base64`),
)

export const postgresAddress = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
)

export const questSetting = v.pipe(
  v.string(),
  v.transform((setting: string) => enabledQuests(setting)),
  v.check(({ kind }) => kind === 'known', 'must name quests: default, all, none, ids or codes'),
  v.transform((enabled) => (enabled.kind === 'known' ? enabled.ids : new Set<number>())),
)

export const timeZoneName = v.pipe(
  v.string(),
  v.check(isTimeZone, 'must be a name of the IANA time zone database: America/Los_Angeles'),
)

/** Variables that say nothing without each other. */
const pairs = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const

/** What each of two variables says by itself, and both cannot say together. */
export function contradictions(given: Readonly<Record<string, unknown>>): string[] {
  const partner = ['STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_ID'].find(
    (name) => given[name] !== undefined,
  )
  const homeless = given['NODE_ENV'] === 'production' && given['PUBLIC_URL'] === undefined
  const playing = isOn(given['PAYMENT_SANDBOX']) && given['STRIPE_SECRET_KEY'] !== undefined
  const unshared = unsharedKeys(given)
  const pooled = given['DATABASE_DIRECT_URL'] !== undefined && given['DATABASE_URL'] === undefined
  const shared =
    given['EVIDENCE_KEY'] !== undefined && given['EVIDENCE_KEY'] === given['SEALING_KEY']
  return [
    ...(pooled ? ['  DATABASE_URL must be set, since DATABASE_DIRECT_URL is'] : []),
    ...(shared ? ['  EVIDENCE_KEY must be another key than SEALING_KEY'] : []),
    ...(partner && homeless ? [`  PUBLIC_URL must be set in production, since ${partner} is`] : []),
    ...unshared,
    ...(playing ? ['  PAYMENT_SANDBOX must be off, since STRIPE_SECRET_KEY is set'] : []),
  ]
}

/** On PostgreSQL several processes may run: a key that each makes for itself opens nothing of the others'. */
function unsharedKeys(given: Readonly<Record<string, unknown>>): string[] {
  if (given['NODE_ENV'] !== 'production' || given['DATABASE_URL'] === undefined) return []
  return ['SEALING_KEY', 'EVIDENCE_KEY'].flatMap((name) =>
    given[name] === undefined
      ? [`  ${name} must be set in production, since DATABASE_URL is: ${howToKeep(name)}`]
      : [],
  )
}

/** A new key opens nothing that an earlier one sealed. */
function howToKeep(name: string): string {
  const file = name === 'SEALING_KEY' ? 'sealing.key' : 'evidence.key'
  return `where DATA_DIR/${file} is there, it holds the value`
}

function isOn(word: unknown): boolean {
  return word === 'true' || word === '1' || word === 'on'
}

/** A line for each variable that is not set although another one that needs it is. */
export function incomplete(given: Readonly<Record<string, unknown>>): string[] {
  return pairs.flatMap((names) => {
    const unset = names.filter((name) => given[name] === undefined)
    const set = names.find((name) => given[name] !== undefined)
    return set ? unset.map((name) => `  ${name} must be set, since ${set} is`) : []
  })
}
