/** Says how far the translations are, notes who read them, and adds a language. CONTRIBUTING has the way of a new one. */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  baseLanguage,
  languageFacts,
  languages,
  readLanguage,
  type Language,
} from '../contract/language.ts'
import {
  messageFeatures,
  readReviews,
  reviewedTexts,
  reviewMark,
  reviewStates,
  writeReviews,
  type ReviewState,
} from './review-states.ts'

const usage = `npm run translations -- list [language] [state]     how many texts are reviewed, or the keys in a state
npm run translations -- review <language> <name> <key, or its beginning with *>...     <name> has read these
npm run translations -- add <tag> <name> [rtl]     a new language: its row and its empty files
`
const languageFile = new URL('../contract/language.ts', import.meta.url)
const states: readonly ReviewState[] = ['reviewed', 'changed', 'unread', 'missing']

try {
  run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function run([command, ...words]: readonly string[]): void {
  switch (command) {
    case 'list':
      return list(words)
    case 'review':
      return review(words)
    case 'add':
      return add(words)
    case undefined:
    default:
      throw new Error(usage)
  }
}

function list([tag, state]: readonly string[]): void {
  const shown = tag === undefined ? languages.filter((each) => each !== baseLanguage) : [known(tag)]
  for (const language of shown) {
    const found = [...reviewStates(language)]
    const keysIn = (wanted: string) => found.filter(([, each]) => each === wanted)
    const counts = states.map((each) => `${keysIn(each).length} ${each}`)
    const { name, status } = languageFacts[language]
    say(`${language} ${name} (${status}): ${counts.join(', ')} of ${found.length}`)
    if (state) for (const [key] of keysIn(state)) say(`  ${key}`)
  }
}

function review([tag, name, ...wanted]: readonly string[]): void {
  if (!tag || !name?.trim() || wanted.length === 0) throw new Error(usage)
  const language = known(tag)
  const reviews = readReviews(language)
  const read = [...reviewedTexts(language)].filter(
    ([key, { translation }]) =>
      translation !== undefined && wanted.some((one) => isNamed(key, one)),
  )
  for (const [key, { english, translation }] of read) {
    reviews.set(key, `${reviewMark(english, translation)} ${name}`)
  }
  writeReviews(language, reviews)
  say(`${name} has read ${read.length} texts.`)
}

/** A key alone names itself: many are the beginning of others. */
function isNamed(key: string, wanted: string): boolean {
  return wanted.endsWith('*') ? key.startsWith(wanted.slice(0, -1)) : key === wanted
}

function add([tag = '', name, direction = 'ltr']: readonly string[]): void {
  if (!/^[a-z]{2,3}$/.test(tag) || !name || !/^(?:ltr|rtl)$/.test(direction)) throw new Error(usage)
  if (readLanguage(tag)) throw new Error(`${tag} is there already.`)
  const code = readFileSync(languageFile, 'utf8')
  const row = `  ${tag}: { name: '${name}', direction: '${direction}', status: 'draft', draftWord: 'beta' },\n`
  const added = code
    .replace(/(export const languages = \[.*?)\]/s, `$1, '${tag}']`)
    .replace(/(export const languageFacts\b.*?)\n\}\n/s, `$1\n${row}}\n`)
  if (!added.includes(row) || !added.includes(`, '${tag}']`))
    throw new Error('contract/language.ts has another form now.')
  writeFileSync(languageFile, added)
  for (const feature of messageFeatures()) {
    const file = new URL(`../src/i18n/messages/${feature}/${tag}.json`, import.meta.url)
    writeFileSync(file, `{\n  "$schema": "https://inlang.com/schema/inlang-message-format"\n}\n`)
  }
  writeFileSync(new URL(`../src/i18n/reviews/${tag}.json`, import.meta.url), '{}\n')
  say(`${name} is a draft: its messages go into src/i18n/messages/*/${tag}.json.`)
}

function known(tag: string): Language {
  const language = languages.find((each) => each === tag && each !== baseLanguage)
  if (!language) throw new Error(`${tag} is none of ${languages.slice(1).join(', ')}.`)
  return language
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
