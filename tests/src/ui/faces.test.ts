import { expect, test } from 'vitest'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import '#src/ui/companion/more-faces.ts'
import { answerChoices } from '#src/features/trackers/tracker-labels.ts'
import { faces } from '#src/ui/companion/face.tsx'
import { sourceFiles } from '#tests/architecture/source-files.ts'

test.each(trackerTypes)('every answer of %s has a face of the companion', (type) => {
  for (const { emoji = '' } of answerChoices(type, 'page')) expect(faces).toHaveProperty([emoji])
})

/** Given as an attribute, an emoji stands above the words of an empty state, a dialog or a finish. */
const attribute = /\bemoji="([^"]+)"/gu

test('every empty state, dialog and finish shows the companion', () => {
  const screens = sourceFiles(['.tsx']).filter(({ path }) => path.startsWith('src/'))
  const missing = screens.flatMap(({ path, text }) =>
    [...text.matchAll(attribute)].flatMap(([, emoji = '']) =>
      emoji in faces ? [] : [`${path}: ${emoji}`],
    ),
  )
  expect(missing).toEqual([])
})

/** The cards that lead somewhere, the kinds of person at registration, and the first week. */
const drawn = /^src\/features\/(?:landing|community|providers|welcome|library\/pages|account)\//
const property = /\bemoji: '([^']+)'/gu

test('every card that leads somewhere shows the companion', () => {
  const files = sourceFiles(['.ts', '.tsx']).filter(({ path }) => drawn.test(path))
  const emojis = files.flatMap(({ path, text }) =>
    [...text.matchAll(property)].map(([, emoji = '']) => `${path}: ${emoji}`),
  )
  expect(emojis.length).toBeGreaterThan(15)
  expect(emojis.filter((each) => !((each.split(': ')[1] ?? '') in faces))).toEqual([])
})
