import { westernDigits } from '../language.ts'

/** What a text can hold that leads a talk away from here. */
export const contactDetails = ['email', 'phone', 'link'] as const
export type ContactDetail = (typeof contactDetails)[number]

/**
 * The ways to reach somebody elsewhere that a text holds, in the order of `contactDetails`. `ownHost` is the host of the
 * app: a link to it leads nowhere else. It reads as a person would, so an `at` or a `dot` in words counts, and a date, a
 * time, a price or a number of sessions does not; it is a hint, and no filter.
 */
export function contactDetailsIn(text: string, ownHost: string): readonly ContactDetail[] {
  const plain = westernDigits(text.normalize('NFKC')).toLowerCase()
  const links = plain.match(fullAddress) ?? []
  const words = plain.replaceAll(fullAddress, ' ')
  const shortLinks = withoutEmails(words).match(shortAddress) ?? []
  const found: Record<ContactDetail, boolean> = {
    email: email.test(words) || emailInWords.test(words) || mailService.test(words),
    phone: hasPhone(words),
    link:
      addressInWords.test(withoutEmails(words)) ||
      [...links, ...shortLinks].some((link) => leadsElsewhere(link, ownHost.toLowerCase())),
  }
  return contactDetails.filter((detail) => found[detail])
}

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/u
const dotInWords = '(?:\\s?[[({<]\\s?dot\\s?[\\])}>]\\s?|\\sdot\\s)'
/** `lina at example dot com`, `lina (at) example.com`; an `at` without its brackets and before a real dot is a plain word. */
const emailInWords = new RegExp(
  '[\\p{L}\\p{N}._%+-]{1,64}' +
    `(?:(?:\\s?[[({<]\\s?at\\s?[\\])}>]\\s?|\\s@\\s)[\\p{L}\\p{N}-]{1,63}(?:${dotInWords}|\\.)` +
    `|\\sat\\s[\\p{L}\\p{N}-]{1,63}${dotInWords})` +
    '[a-z]{2,12}(?![\\p{L}\\p{N}])',
  'u',
)
const mailService =
  /(?:@|\bat[\])}>]?)\s?(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail)\b/u

function withoutEmails(plain: string): string {
  return [email, emailInWords].reduce(
    (left, pattern) => left.replaceAll(new RegExp(pattern, 'gu'), ' '),
    plain,
  )
}

/** Seven digits or more, as a local number has, with the marks that people put between them. */
const digitRun = /\d(?:[\s().\-/–]{0,3}\d){6}/
/** `zero one two …`, as many of them. */
const spokenRun =
  /\b(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)(?:[\s,.-]{1,3}(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)){6,}\b/u

function hasPhone(plain: string): boolean {
  if (spokenRun.test(plain)) return true
  const rest = noNumbers.reduce((left, pattern) => left.replaceAll(pattern, ' # '), plain)
  return digitRun.test(rest)
}

const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:19|20)\\d{2}'
const clock = '(?:[01]?\\d|2[0-3])[.:h][0-5]\\d'
const currency = '(?:usd|egp|eur|[$€£]|l\\.?e\\.?|dollars?|pounds?|euros?)'
const amount = '\\d{1,3}(?:[ .,]\\d{3}){0,4}(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?'
/** Not in the middle of a longer number. */
const alone = { before: '(?<![\\d+]|\\d[.\\-/])', behind: '(?![.\\-/]?\\d)' } as const

/** Numbers that nobody can call, the longest first; each is taken out before phone numbers are looked for. */
const noNumbers = [
  `${clock}(?::[0-5]\\d)?\\s?(?:am|pm)?\\s?(?:-|–|to|until)\\s?${clock}`,
  `${year}([-/.])${month}\\1${day}`,
  `${day}([-/.])${month}\\1(?:${year})`,
  // Among other groups of digits with spaces between them it is a part of a longer number.
  `(?<![\\d)] )${day} ${month} ${year}(?! \\d)`,
  `${month}([-/])${day}\\1(?:${year})`,
  `${year}\\s?[-–/]\\s?${year}`,
  `${currency}\\s?(?:${amount})`,
  `(?:${amount})\\s?${currency}(?!\\p{L})`,
  `(?<![\\d+)] )[1-9][ .]\\d{3}[ .]000`,
].map((source) => new RegExp(alone.before + source + alone.behind, 'gu'))

/** Endings that no sentence has behind a full stop without a space. */
const plainEndings =
  'com|net|org|edu|gov|info|biz|app|dev|gg|ly|tv|xyz|link|online|site|club|chat|live|page|blog|shop|website|space'
/** With its scheme, or as browsers have taught it; a mail server may have such a name too. */
const fullAddress = /(?:https?:\/\/|(?<![\p{L}\p{N}-]|[\p{L}\p{N}._%+-]@)www\.)[^\s<>"]+/gu
/** With a known ending, or with any ending and a path. */
const shortAddress = new RegExp(
  '(?<![\\p{L}\\p{N}.@-])(?:[\\p{L}\\p{N}-]{1,63}\\.){1,4}' +
    `(?:(?:${plainEndings})(?![\\p{L}\\p{N}-])(?:\\/[^\\s<>"]*)?|\\p{L}{2,}\\/[^\\s<>"]+)`,
  'gu',
)
/** `instagram dot com`. */
const addressInWords = new RegExp(
  `[\\p{L}\\p{N}-]{2,63}${dotInWords}(?:${plainEndings})(?![\\p{L}\\p{N}])`,
  'u',
)

/** The host behind a scheme and a name, read as a browser does: a backslash ends it, too. */
const hostIn = /^(?:https?:\/\/)?(?:[^/?#\\]*@)?([^/?#\\]*)/u

function leadsElsewhere(found: string, ownHost: string): boolean {
  const host = hostIn.exec(found)?.[1] ?? ''
  // What ends the sentence is none of the address.
  return host.replace(/[^\p{L}\p{N}]+$/u, '') !== ownHost
}
