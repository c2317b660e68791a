import * as v from 'valibot'

/** Most texts: nothing in them needs a second look. */
const plain = /^[\n\t -~]*$/

/** The flag of a part of a country is a black flag and a few invisible letters; they mean nothing anywhere else. */
const regionFlag = '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}'

/**
 * Invisible characters that spelling needs: the joiners of Arabic, Indic scripts and emoji, the marks of direction, and
 * the selectors of a character's shape.
 */
const needed = '\\u034F\\u061C\\u180B-\\u180F\\u200C-\\u200F\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}'

/**
 * What no text carries: control characters, halves of characters, code points that are no characters, marks that turn
 * later text around, and everything else that nobody sees.
 */
const unwanted = `[^\\P{Cc}\\n\\t]|\\p{Cs}|\\p{NChar}|[\\uFFF9-\\uFFFB]|(?![${needed}])\\p{DI}`
const unwantedOrFlag = new RegExp(`(${regionFlag})|${unwanted}`, 'gu')

/** One mark says all that many of the same do. */
const repeatedMarks = /([\u034f\u061c\u200c-\u200f])\1+/g
const onlyInvisible = /^[\p{DI}\s]*$/u

/**
 * A text as it is stored: composed (NFC), its line ends alike, nothing in it that nobody sees, nothing blank around it.
 * One that shows nothing at all is empty. The same text comes out unchanged.
 */
export function cleanText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  if (plain.test(lines)) return lines.trim()
  const clean = lines
    .replaceAll(unwantedOrFlag, (_, flag: string | undefined) => flag ?? '')
    .replaceAll(repeatedMarks, '$1')
    .normalize('NFC')
    .trim()
  return onlyInvisible.test(clean) ? '' : clean
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ')
}

/** The beginning of a text, at most `charsMax` UTF-16 units of it, without half a character at its end. */
export function beginningOf(text: string, charsMax: number): string {
  return text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, '')
}

/**
 * What people write, in any words: every such field of a body, a query or a parameter is this or a `freeLine`. It is
 * cleaned, not refused; rules for its length come behind it and count what is left.
 */
export function freeText(requiredText?: string) {
  return v.pipe(v.string(requiredText), v.transform(cleanText))
}

/** The same on one line: names, addresses, words to look for. */
export function freeLine(requiredText?: string) {
  return v.pipe(v.string(requiredText), v.transform(cleanLine))
}

/** What no keyboard types: a password with it would be another one after the next change of ours, or on another phone. */
const untypable = /\p{Cc}|\p{Cs}/u

/** A password is never changed, since only its owner knows what it is; one that cannot be typed is refused. */
export function passwordText(requiredText?: string) {
  return v.pipe(
    v.string(requiredText),
    v.check((text) => !untypable.test(text), 'Use only characters that you can type'),
  )
}

/** A text that comes back to us as we gave it, a place in a list for one: refused where a database could not hold it. */
export function storedText() {
  return v.pipe(
    v.string(),
    v.check((text) => !text.includes('\0') && !/\p{Cs}/u.test(text)),
  )
}

/** An object of fields that people fill in: a field that is missing altogether says what an empty one says. */
export function formObject<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, asIfEmpty(entries))
}

/** The same, which refuses fields that it does not know. */
export function strictForm<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, asIfEmpty(entries))
}

/** valibot reports a missing field on its object, past the texts of the field's own schema. */
function asIfEmpty(entries: v.ObjectEntries): (issue: v.BaseIssue<unknown>) => string {
  return ({ expected, path }) => {
    if (expected === 'never') return 'This field is not known.'
    const name = String(path?.[0].key)
    const field = entries[name]
    if (!field) return 'This is not valid.'
    const required = `${name} is required`
    return v.safeParse(field, '', { message: required }).issues?.[0].message ?? required
  }
}
