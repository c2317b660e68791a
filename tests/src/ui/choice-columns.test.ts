import { expect, test } from 'vitest'
import { choiceColumns } from '#src/ui/choice/choice.tsx'

test('choices are laid out by the longest word among them, not by the longest label', () => {
  const labels = ['Perfect', 'Somewhat', 'Not at all, I am afraid']
  const { style } = choiceColumns(
    4,
    labels.map((label) => ({ label })),
  )
  expect(style).toEqual({ '--columns': 4, '--letters': 'Somewhat'.length })
})
