import { describe, expect, test } from 'vitest'
import { countries, statesOf } from '#contract/reference/countries.ts'
import { helpByCountry } from '#contract/reference/helplines-data.ts'
import { helplineSources } from '#contract/reference/helplines-sources.ts'
import {
  helpIn,
  helplinesCheckedOn,
  statesWithLines,
  wayHref,
  type HelpWay,
} from '#contract/reference/helplines.ts'

const everywhere = countries.map(({ iso2, name }) => ({ iso2, name, help: helpByCountry[iso2] }))
const lines = everywhere.flatMap(({ iso2, help }) => help.lines.map((line) => ({ iso2, line })))
const emergencies = everywhere.flatMap(({ help }) => help.emergency)
const ways = lines.flatMap(({ line }) => line.ways.map((way) => ({ id: line.id, way })))

const hrefs: Record<HelpWay['kind'], RegExp> = {
  call: /^tel:\d{2,12}$/,
  text: /^sms:\d{3,12}(\?&body=\w+)?$/,
  whatsapp: /^https:\/\/wa\.me\/\d{10,15}$/,
  chat: /^https:\/\/[\w.]+\/?$/,
}

/** Numbers that were read but could not be confirmed as working today, or are no crisis lines: they may never be shown. */
const refusedNumbers = {
  AE: ['8004673'],
  SD: ['9696'],
  SA: ['920033360', '920033359'],
  EG: ['16023', '08008880700', '0220816831'],
  QA: ['919'],
  PK: ['1282', '1166', '115'],
} as const

test.each(everywhere)('$name has an emergency number', ({ help }) => {
  expect(help.emergency.length).toBeGreaterThan(0)
})

test.each(emergencies)('the emergency number $shown ($id) can be dialled', ({ dial, service }) => {
  expect(dial).toMatch(/^\d{2,4}$/)
  expect(service).not.toBe('')
})

test.each(lines)('$line.id says who it is for and has a way to be reached', ({ line }) => {
  expect(line.name).not.toBe('')
  expect(line.forWhom).not.toBe('')
  expect(line.hours).not.toBe('')
  expect(line.ways.length).toBeGreaterThan(0)
})

test.each(ways)('$id: a tap on $way.kind opens what a phone understands', ({ way }) => {
  expect(wayHref(way)).toMatch(hrefs[way.kind])
})

test.each(ways)('$id: what is shown for $way.kind is what it leads to', ({ way }) => {
  expect(wayHref(way).replace(/\?.*/, '')).toContain(essence(way))
})

describe('nothing unconfirmed slips in', () => {
  test.each(Object.entries(refusedNumbers))('in %s', (iso2, numbers) => {
    const help = everywhere.find((country) => country.iso2 === iso2)?.help
    const dialled = [
      ...(help?.emergency.map(({ dial }) => dial) ?? []),
      ...(help?.lines.flatMap((line) => line.ways.map(dialOf)) ?? []),
    ]
    for (const number of numbers) expect(dialled).not.toContain(number)
  })

  test('Sudan has no line that is known to work', () => {
    expect(helpByCountry.SD.lines).toEqual([])
  })

  test('an emergency number without an official page says so', () => {
    const doubtful = emergencies.filter(({ confirmed }) => !confirmed).map(({ id }) => id)
    expect(doubtful).toEqual(['lb-112', 'tz-112'])
  })
})

test('every number names where it was read, and nothing else does', () => {
  const ids = [...emergencies.map(({ id }) => id), ...lines.map(({ line }) => line.id)]
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(helplineSources).sort()).toEqual(ids.sort())
  const silent = Object.entries(helplineSources).filter(([, sources]) => sources.length === 0)
  expect(silent).toEqual([])
})

test('the day of the last check is a day of the calendar', () => {
  expect(new Date(`${helplinesCheckedOn}T00:00:00Z`).toISOString()).toContain(helplinesCheckedOn)
})

describe('a line of one state', () => {
  test('is shown there and nowhere else', () => {
    expect(helpIn('PK', 'Punjab').lines.map(({ id }) => id)).toEqual(['pk-punjab'])
    expect(helpIn('PK', 'Sindh').lines).toEqual([])
    expect(helpIn('PK', undefined).lines).toEqual([])
  })

  test('names a state that a profile can have', () => {
    for (const { iso2, name } of everywhere)
      for (const state of statesWithLines(iso2)) expect(statesOf(name)).toContain(state)
  })
})

test('the same digits in two countries are two lines', () => {
  expect(helpIn('EG', undefined).lines[0]?.name).not.toBe(helpIn('QA', undefined).lines[0]?.name)
})

/** The shown number's digits, or the shown site. */
function essence(way: HelpWay): string {
  return way.kind === 'chat' ? way.shown : way.shown.replace(/\D/g, '')
}

function dialOf(way: HelpWay): string {
  return way.kind === 'chat' ? '' : way.dial
}
