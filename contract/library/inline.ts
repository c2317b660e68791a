import { safeHref } from './safe-link.ts'

/** A stretch of a line. A text keeps its line ends, which a page shows as such. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] }

/** A mark, an escaped character, or text between them. */
const tokens = /\\[\\*[\]()#>.\-+]|\*\*|[*[]|\]\([^\s()]*\)|[^\\*[\]]+|[\\\]]/g

/** How many marks a closing one may be away: what is open for longer is text. */
const reachMax = 400

/**
 * Reads bold (`**`), italics (`*`) and links (`[text](address)`); a backslash takes a mark its meaning. Whatever is
 * not whole, or leads where no link may, stays text.
 */
export function parseInline(text: string): Inline[] {
  return inlinesOf(text.match(tokens) ?? [], new Set())
}

/** `inside` holds the kinds that are open already: none stands inside its own kind, which also bounds the depth. */
function inlinesOf(parts: readonly string[], inside: ReadonlySet<Inline['type']>): Inline[] {
  const found: Inline[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const span = spanAt(parts, at, inside)
    if (span) {
      found.push(span.inline)
      at = span.end
    } else addText(found, unescaped(parts[at] ?? ''))
  }
  return found
}

function spanAt(parts: readonly string[], at: number, inside: ReadonlySet<Inline['type']>) {
  const type = opens(parts[at])
  if (!type || inside.has(type)) return undefined
  const end = closingOf(parts, at)
  if (end === undefined) return undefined
  const children = inlinesOf(parts.slice(at + 1, end), new Set([...inside, type]))
  if (type !== 'link') return { inline: { type, children }, end }
  const href = safeHref((parts[end] ?? '').slice(2, -1))
  return href === undefined ? undefined : { inline: { type, href, children }, end }
}

function opens(part: string | undefined): 'bold' | 'italic' | 'link' | undefined {
  if (part === '**') return 'bold'
  if (part === '*') return 'italic'
  return part === '[' ? 'link' : undefined
}

/**
 * The place of the mark that ends what begins at `at`: it leaves something between them, and no space at the marks. A
 * link begins at the last bracket before its address.
 */
function closingOf(parts: readonly string[], at: number): number | undefined {
  const mark = parts[at]
  const closes = (part: string) => (mark === '[' ? part.startsWith('](') : part === mark)
  if (mark !== '[' && /^\s/.test(parts[at + 1] ?? ' ')) return undefined
  const last = Math.min(parts.length - 1, at + reachMax)
  for (let end = at + 2; end <= last; end += 1) {
    if (mark === '[' && parts[end - 1] === '[') return undefined
    if (closes(parts[end] ?? '') && (mark === '[' || !/\s$/.test(parts[end - 1] ?? ''))) return end
  }
  return undefined
}

function addText(found: Inline[], text: string): void {
  const last = found.at(-1)
  if (last?.type === 'text') found[found.length - 1] = { type: 'text', text: last.text + text }
  else found.push({ type: 'text', text })
}

function unescaped(part: string): string {
  return part.length === 2 && part.startsWith('\\') ? part.slice(1) : part
}
