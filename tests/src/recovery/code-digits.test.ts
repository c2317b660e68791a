import { expect, test } from 'vitest'
import { pastedCode, typedDigits } from '#src/features/account/recovery/code-input.tsx'

test.each([
  ['12a3', '123'],
  ['1234567', '123456'],
  ['', ''],
  ['abc', ''],
  ['١٢a٣', '123'],
  ['۱۲۳۴۵۶۷', '123456'],
])('typing %s leaves %s', (typed, digits) => {
  expect(typedDigits(typed)).toBe(digits)
})

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['123-456', '123456'],
  ['١٢٣ ٤٥٦', '123456'],
  ['12345', undefined],
  ['١٢٣٤٥', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['', undefined],
])('pasting %j gives %s', (text, code) => {
  expect(pastedCode(text)).toBe(code)
})
