import * as v from 'valibot'
import { isTimeZone } from '#contract/calendar/time-zone.ts'
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
