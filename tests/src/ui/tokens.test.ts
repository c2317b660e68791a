import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accents } from '#src/lib/theme.ts'
import { contrast } from './contrast.ts'

type Theme = Record<string, string>

const css = read('tokens.css')
const accentCss = read('accents.css')
const light = declarations(/^:root \{(.*?)^\}/ms)
const darkBySystem = declarations(/:root:not\(\[data-theme='light'\]\) \{(.*?)\}/s)
const darkByHand = declarations(/:root\[data-theme='dark'\] \{(.*?)\}/s)

const grounds = ['bg', 'surface', 'surface-sunken', 'surface-selected'].map((n) => `--color-${n}`)
const tints = ['peach', 'rose', 'lilac', 'sky', 'mint', 'sun'].map((n) => `--tint-${n}`)
const glows = ['--glow-warm', '--glow-cool']
const meanings = ['danger', 'warn', 'success', 'info']
const gradient = ['--accent-1', '--accent-2', '--accent-3']

/** WCAG 1.4.3 for words, 1.4.11 for the edges of controls and the focus ring. */
const wordsMin = 4.5
const edgesMin = 3

const wordPairs: [string, string][] = [
  ...[...grounds, ...tints, ...glows].map((g): [string, string] => ['--color-text', g]),
  ...[...grounds, ...glows].map((g): [string, string] => ['--color-text-muted', g]),
  ...[...grounds, ...glows, '--tint-lilac'].map((g): [string, string] => ['--color-accent', g]),
  ...grounds.map((g): [string, string] => ['--color-accent-hover', g]),
  ...gradient.map((g): [string, string] => ['--color-on-gradient', g]),
  ['--color-on-accent', '--color-accent'],
  ['--color-on-accent', '--color-accent-hover'],
  ['--color-on-danger', '--color-danger'],
  ...meanings.flatMap((m): [string, string][] => [
    [`--color-${m}`, `--color-${m}-tint`],
    [`--color-${m}`, '--color-surface'],
    [`--color-${m}`, '--color-bg'],
    ['--color-text', `--color-${m}-tint`],
  ]),
]

const [usual, ...others] = accents

describe.each([
  [`light theme with ${usual}`, light],
  [`dark theme with ${usual}`, darkBySystem],
  ...others.flatMap((name): [string, Theme][] => [
    [`light theme with ${name}`, { ...light, ...accentIn(name, 'light') }],
    [
      `dark theme with ${name}`,
      { ...darkBySystem, ...accentIn(name, 'light'), ...accentIn(name, 'dark by system') },
    ],
  ]),
])('in the %s', (_name, theme) => {
  test.each(wordPairs)('%s is readable on %s', (words, ground) => {
    expect(contrast(colour(theme, words), colour(theme, ground))).toBeGreaterThanOrEqual(wordsMin)
  })

  test.each(grounds)('the edge of a control stands out from %s', (ground) => {
    expect(
      contrast(colour(theme, '--color-line-control'), colour(theme, ground)),
    ).toBeGreaterThanOrEqual(edgesMin)
  })
})

test('dark looks the same by the system and by hand', () => {
  expect(darkByHand).toEqual(darkBySystem)
})

test.each(others)('the accent %s looks the same in dark by the system and by hand', (name) => {
  expect(accentIn(name, 'dark by hand')).toEqual(accentIn(name, 'dark by system'))
})

test('every accent sets the same tokens', () => {
  const namesOf = (name: string, theme: AccentTheme) => Object.keys(accentIn(name, theme))
  for (const theme of ['light', 'dark by hand'] as const) {
    expect(new Set(others.map((name) => namesOf(name, theme).join(' '))).size).toBe(1)
  }
})

test('dark sets every colour that light sets', () => {
  expect(Object.keys(darkBySystem).toSorted()).toEqual(Object.keys(light).toSorted())
})

type AccentTheme = 'light' | 'dark by system' | 'dark by hand'

/** What an accent sets above the tokens of a theme. */
function accentIn(name: string, theme: AccentTheme): Theme {
  const root = `:root\\[data-accent='${name}'\\]`
  const blocks: Record<AccentTheme, string> = {
    light: root,
    'dark by system': `${root}:not\\(\\[data-theme='light'\\]\\)`,
    'dark by hand': `${root}\\[data-theme='dark'\\]`,
  }
  return declarations(new RegExp(`${blocks[theme]} \\{(.*?)\\}`, 's'), accentCss)
}

function declarations(block: RegExp, from = css): Theme {
  const body = block.exec(from)?.[1]
  if (!body) throw new Error(`there is no block ${block.source}`)
  const found = [...body.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)]
  return Object.fromEntries(found.map((match) => [match[1] ?? '', match[2] ?? '']))
}

function colour(theme: Theme, name: string): string {
  const value = theme[name]
  if (!value) throw new Error(`no token ${name}`)
  return value
}

function read(name: string): string {
  return readFileSync(new URL(`../../../src/ui/${name}`, import.meta.url), 'utf8')
}
