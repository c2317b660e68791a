import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { baseLanguage, languages } from '#contract/language.ts'
import { isComplete, keysOf, termsOf, translatable } from '../../scripts/catalogues.ts'

const compiled = `import { getLocale, experimentalStaticLocale } from '../runtime.js';

const en_chat_hello = /** @type {(inputs: Chat_HelloInputs) => LocalizedString} */ (i) => {
	return /** @type {LocalizedString} */ (\`Hello \${i?.name}, \${i?.name}\`)
};

/**
* @param {Chat_HelloInputs} inputs
*/
export const chat_hello = /** @type {(inputs: Chat_HelloInputs) => LocalizedString} */ ((inputs, options = {}) => {
	experimentalStaticLocale ?? options.locale ?? getLocale()
	return en_chat_hello(inputs)
});`

test('a message looks for its translation first, and isolates what it is given', () => {
  const code = translatable(compiled, 'chat_hello')
  expect(code).toContain(
    'export const chat_hello = (inputs) => (chosen.chat_hello ?? en_chat_hello)(inputs)',
  )
  expect(code).toContain('`Hello ${shown(i?.name)}, ${shown(i?.name)}`')
  expect(code).not.toContain('runtime.js')
})

test('the form for every other number is the last one, and the key is no words', () => {
  const line = 'return /** @type {LocalizedString} */ (`Hello ${i?.name}, ${i?.name}`)'
  const forms = `const countPlural = registry.plural("en", i?.count, {});
\tif (countPlural === "one") return /** @type {LocalizedString} */ (\`one\`);
\tif (countPlural === "other") return /** @type {LocalizedString} */ (\`\${i?.count} more\`);
\treturn /** @type {LocalizedString} */ ("chat_hello");`
  const code = translatable(compiled.replace(line, forms), 'chat_hello')
  expect(code).toContain(`=== "one") return /** @type {LocalizedString} */ (\`one\`);
\treturn /** @type {LocalizedString} */ (\`\${shown(i?.count)} more\`);
}`)
})

test.each([
  ['the call of the English text', 'return en_chat_hello(inputs)', 'return base(inputs)'],
  ['the import of the locale', "from '../runtime.js'", "from '../other.js'"],
  ['the line that asks for the locale', 'options.locale ?? getLocale()', 'getLocale()'],
])('a build without %s fails rather than to speak English for ever', (_, line, other) => {
  expect(() => translatable(compiled.replace(line, other), 'chat_hello')).toThrow('chat_hello')
})

test('in a build a message is known by its place, not by its key', () => {
  const code = translatable(compiled, 'chat_hello', new Map([['chat_hello', 7]]))
  expect(code).toContain('(chosen[7] ?? en_chat_hello)(inputs)')
})

test('a language is complete with every message and with its terms; only such a one is spoken unasked', () => {
  const all = [...keysOf(baseLanguage)]
  for (const language of languages.filter((each) => each !== baseLanguage)) {
    const own = keysOf(language)
    const whole = all.every((key) => own.has(key)) && existsSync(termsOf(language))
    expect([language, isComplete(language)]).toEqual([language, whole])
  }
  expect(isComplete('ar')).toBe(true)
  // English is in every message, and no language with a file of terms: nothing asks whether it is complete.
  expect(isComplete(baseLanguage)).toBe(false)
})
