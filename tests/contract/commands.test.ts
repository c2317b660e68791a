import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { commandSchema, commandVersion, goesFirst, laneOf } from '#contract/commands.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { acceptedAnswers } from '#contract/trackers/model.ts'
import { answerOf } from '#tests/support/ops.ts'

describe('what a device may queue', () => {
  test('every answer of every tracker is a command and passes unchanged', () => {
    for (const trackerType of trackerTypes) {
      for (const answer of acceptedAnswers(trackerType).flat()) {
        const command = { kind: 'trackers.record', payload: answerOf({ trackerType, answer }) }
        expect(v.parse(commandSchema, command)).toEqual(command)
      }
    }
  })

  test('a block and a report of a person are commands', () => {
    const id = '01985a3c-0000-7a10-8c00-00000000000b'
    const report = { target: { kind: 'person', id }, reason: 'harm' }
    expect(v.is(commandSchema, { kind: 'safety.block', payload: { userId: id } })).toBe(true)
    expect(v.parse(commandSchema, { kind: 'safety.report', payload: report }).payload).toEqual({
      ...report,
      note: '',
    })
  })

  test.each([
    ['a block of nobody', { kind: 'safety.block', payload: { userId: 'somebody' } }],
    [
      'a report of a thing we do not know',
      { kind: 'safety.report', payload: { target: { kind: 'moon', id: '1' }, reason: 'harm' } },
    ],
    ['an unknown kind', { kind: 'payments.pay', payload: answerOf() }],
    ['no kind', { payload: answerOf() }],
    ['no payload', { kind: 'trackers.record' }],
    ['a payload of another shape', { kind: 'trackers.record', payload: { mood: 'happy' } }],
    [
      'words the tracker does not know',
      { kind: 'trackers.record', payload: answerOf({ answer: 'x' }) },
    ],
    ['a token beside it', { kind: 'trackers.record', payload: answerOf(), token: 'secret' }],
    ['a token inside it', { kind: 'trackers.record', payload: { ...answerOf(), token: 'secret' } }],
    ['a list', []],
    ['nothing', undefined],
  ])('%s is no command', (_, command) => {
    expect(v.is(commandSchema, command)).toBe(false)
  })

  test('a wrong answer is reported where it stands', () => {
    const command = { kind: 'trackers.record', payload: answerOf({ answer: 'x' }) }
    const { issues } = v.safeParse(commandSchema, command)
    expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      ['payload.answer', 'Please select an answer'],
    ])
  })

  test('the version is a whole number from 1', () => {
    expect(Number.isInteger(commandVersion) && commandVersion >= 1).toBe(true)
  })
})

describe('lanes', () => {
  test('a block and a report of one person wait for nothing, and not for each other', () => {
    const userId = '01985a3c-0000-7a10-8c00-00000000000b'
    const target = { kind: 'person', id: userId } as const
    expect(laneOf('safety.block', { userId })).not.toBe(
      laneOf('safety.report', { target, reason: 'harm', note: '' }),
    )
    expect([goesFirst('safety.block'), goesFirst('safety.report')]).toEqual([true, true])
    expect([goesFirst('trackers.record'), goesFirst('toString')]).toEqual([false, false])
  })

  test('the answers of one tracker share a lane, whatever their day and words', () => {
    const lanes = trackerTypes.map((trackerType) => {
      const answers = acceptedAnswers(trackerType).flat()
      const own = answers.map((answer) =>
        laneOf('trackers.record', answerOf({ trackerType, answer })),
      )
      expect(new Set(own).size).toBe(1)
      return own[0]
    })
    expect(lanes).toEqual(['tracker:Mood', 'tracker:Fitness', 'tracker:Sleep', 'tracker:Diet'])
  })
})
