import { expect, test } from 'vitest'
import { firstWeekSuggestion } from '#src/features/welcome/first-week.ts'

test('each of the first seven days has one small thing of its own, and no other day has one', () => {
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => firstWeekSuggestion(day)?.id)
  expect(new Set(week).size).toBe(7)
  expect(week).not.toContain(undefined)
  for (const day of [-1, 7, 365]) expect(firstWeekSuggestion(day)).toBeUndefined()
})
