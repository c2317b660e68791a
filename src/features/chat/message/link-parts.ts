/** A piece of what somebody wrote; with an address where it is one that may be opened. */
export interface TextPart {
  readonly text: string
  readonly href: string | undefined
}

const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi

/**
 * Finds the web addresses in a text. Only http and https become links, none that carries a name or a password, and each
 * is shown as it is: nobody can make one address look like another.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const shown = withoutTail(found)
    const href = safeHref(shown)
    if (href === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index), href: undefined })
    parts.push({ text: shown, href })
    end = index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: undefined })
  return parts
}

/** A sentence's own marks behind an address are none of it; a bracket is where it was opened in it. */
function withoutTail(found: string): string {
  const bare = found.replace(/[.,!?;:'…]+$/, '')
  const unopened = bare.endsWith(')') && !bare.includes('(')
  return unopened ? withoutTail(bare.slice(0, -1)) : bare
}

function safeHref(shown: string): string | undefined {
  const address = /^www\./i.test(shown) ? `https://${shown}` : shown
  if (!URL.canParse(address)) return undefined
  const { protocol, username, password, hostname, href } = new URL(address)
  const web = protocol === 'http:' || protocol === 'https:'
  return web && username === '' && password === '' && hostname.includes('.') ? href : undefined
}
