import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../ui/contrast.ts'

const source = (path: string) =>
  readFileSync(new URL(`../../../../src/${path}`, import.meta.url), 'utf8')
const styles = source('features/trackers/year/pixels.module.css')
const tokens = source('ui/tokens.css')

/** What a name is given, in the order of the file: in the light, in the dark of the device, in the dark that was chosen. */
const given = (css: string, name: string) =>
  [...css.matchAll(new RegExp(`${name}: (#[0-9a-f]{6})`, 'g'))].map((found) => found[1] ?? '')

const shapes = [1, 2, 3, 4].map((score) => given(styles, `--pixel-${score}`))
const grounds = given(tokens, '--color-surface')

describe.each([
  ['the light', 0, 'darker'],
  ['the dark of the device', 1, 'lighter'],
  ['the dark that was chosen', 2, 'lighter'],
] as const)('in %s', (_, at, better) => {
  const ground = grounds[at] ?? ''
  const colours = shapes.map((each) => each[at] ?? '')

  test('every shape stands out from its ground: 3 to 1', () => {
    for (const colour of colours) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3)
  })

  test(`the better a day, the ${better}, also without any colour`, () => {
    // Against black the contrast is the lightness alone.
    const lightness = colours.map((colour) => contrast(colour, '#000000'))
    const inOrder = lightness.toSorted((a, b) => (better === 'lighter' ? a - b : b - a))
    expect(lightness).toEqual(inOrder)
    const steps = colours.slice(1).map((colour, index) => contrast(colour, colours[index] ?? ''))
    for (const step of steps) expect(step).toBeGreaterThanOrEqual(1.25)
  })
})
