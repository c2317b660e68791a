import { expect, test } from 'vitest'
import { hasDirtyForm, markForm, subscribeToDirtyForms } from '#src/lib/dirty.ts'

test('the app is dirty until the last of its dirty forms is clean', () => {
  markForm('a', true)
  markForm('b', true)
  markForm('a', false)
  expect(hasDirtyForm()).toBe(true)
  markForm('b', false)
  expect(hasDirtyForm()).toBe(false)
})

test('listeners hear of each change until they leave', () => {
  let calls = 0
  const leave = subscribeToDirtyForms(() => (calls += 1))
  markForm('a', true)
  leave()
  markForm('a', false)
  expect(calls).toBe(1)
})
