import { describe, expect, test } from 'vitest'
import { enabledQuests } from '#contract/quests/shelf.ts'

const released = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 18, 19, 21, 23]
const all = Array.from({ length: 23 }, (_, index) => index + 1)

describe('QUESTS_ENABLED', () => {
  test.each([
    [undefined, released],
    ['', released],
    [' , ', released],
    ['default', released],
    ['all', all],
    ['none', []],
    ['1', [1]],
    ['phq9, 21', [1, 21]],
    ['PHQ9', [1]],
    ['default 17', [...released, 17]],
    ['default,-1', released.filter((id) => id !== 1)],
    ['-1', released.filter((id) => id !== 1)],
    ['all -edeq -default', [5, 13, 14, 15, 16, 17, 20]],
    ['-1,1', released],
    ['1,1', [1]],
  ])('%j switches on %j', (setting, ids) => {
    const enabled = enabledQuests(setting)
    if (enabled.kind === 'unknown') throw new Error(`unknown: ${enabled.words.join()}`)
    expect([...enabled.ids].sort((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  })

  test.each([
    ['24', ['24']],
    ['0', ['0']],
    ['1.0', ['1.0']],
    ['all,phq', ['phq']],
    ['-', ['-']],
    ['1;2', ['1;2']],
    ['toString, 7, --7', ['tostring', '--7']],
  ])('%j names no quest with %j', (setting, words) => {
    expect(enabledQuests(setting)).toEqual({ kind: 'unknown', words })
  })
})
