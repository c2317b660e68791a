/** Longer addresses are nothing that a person would write. */
const linkCharsMax = 2_000

/** No `@` before the path: it would make one host look like another. */
const webAddress = /^https?:\/\/[^\s\\<>"'`@/?#]+(?:[/?#][^\s\\<>"'`]*)?$/i
const mailAddress = /^mailto:[^\s\\<>"'`@/?#]+@[^\s\\<>"'`@/?#]+(?:\?[^\s\\<>"'`]*)?$/i

/** The address if a link may lead there: http, https or mailto, written out whole; undefined for all others. */
export function safeHref(address: string): string | undefined {
  const href = address.trim()
  if (href.length > linkCharsMax || /\p{Cc}/u.test(href)) return undefined
  return webAddress.test(href) || mailAddress.test(href) ? href : undefined
}
