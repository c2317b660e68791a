/** What an article consists of: all that a page may draw, and nothing else. */
export type Block =
  /** The page's own title is level 1. */
  | { readonly type: 'heading'; readonly level: 2 | 3; readonly children: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly Inline[][] }
  /** One paragraph after another. */
  | { readonly type: 'quote'; readonly paragraphs: readonly Inline[][] }

/** How an article's content is to be read: old clients send plain text, which shows as it is. */
export const articleFormats = ['plain', 'markdown'] as const

export type ArticleFormat = (typeof articleFormats)[number]

/** The blocks of an article's content, ready to be drawn as elements: there is no HTML anywhere in them. */
export function articleBlocks(article: { content: string; format: ArticleFormat }): Block[] {
  return article.format === 'markdown'
    ? markdownBlocks(article.content)
    : plainBlocks(article.content)
}

function plainBlocks(content: string): Block[] {
  const paragraphs = content.split(/\n[^\S\n]*\n+/).filter((text) => text.trim() !== '')
  return paragraphs.map((text) => ({ type: 'paragraph', children: [{ type: 'text', text }] }))
}

/** Lines of one kind that stand together. */
interface Run {
  readonly kind: 'heading' | 'bullets' | 'numbers' | 'quote' | 'paragraph'
  readonly level: 2 | 3
  /** One for each item of a list; otherwise one. */
  readonly texts: string[]
}

function markdownBlocks(content: string): Block[] {
  const runs: Run[] = []
  let open: Run | undefined
  for (const line of content.split('\n')) {
    const read = readLine(line)
    if (!read) {
      // A list goes on after a blank line; anything else has ended.
      if (open?.kind !== 'bullets' && open?.kind !== 'numbers') open = undefined
      continue
    }
    const joined = open && join(open, read, line)
    if (!joined) runs.push((open = read))
  }
  return runs.map(blockOf)
}

const shapes: readonly { kind: Run['kind']; shape: RegExp }[] = [
  { kind: 'heading', shape: /^#{1,3}\s+(.*\S)\s*$/ },
  { kind: 'bullets', shape: /^\s{0,3}[-*+]\s+(.*)$/ },
  { kind: 'numbers', shape: /^\s{0,3}\d{1,4}[.)]\s+(.*)$/ },
  { kind: 'quote', shape: /^>\s?(.*)$/ },
  { kind: 'paragraph', shape: /^(.*\S.*)$/ },
]

/** Undefined for a blank line. */
function readLine(line: string): Run | undefined {
  for (const { kind, shape } of shapes) {
    const text = shape.exec(line)?.[1]
    if (text !== undefined) return { kind, level: line.startsWith('###') ? 3 : 2, texts: [text] }
  }
  return undefined
}

/** Puts a line into the run that is open, if it belongs there. */
function join(open: Run, { kind, texts }: Run, line: string): boolean {
  const [text = ''] = texts
  const last = open.texts.length - 1
  const isList = open.kind === 'bullets' || open.kind === 'numbers'
  if (isList && kind === open.kind) open.texts.push(text)
  else if (isList && kind === 'paragraph' && /^\s{2}/.test(line)) {
    open.texts[last] += `\n${text.trim()}`
  } else if (kind === open.kind && (kind === 'quote' || kind === 'paragraph')) {
    open.texts[last] += `\n${text}`
  } else return false
  return true
}

function blockOf({ kind, level, texts }: Run): Block {
  const [text = ''] = texts
  switch (kind) {
    case 'heading':
      return { type: 'heading', level, children: parseInline(text) }
    case 'bullets':
    case 'numbers':
      return { type: 'list', ordered: kind === 'numbers', items: texts.map(parseInline) }
    case 'quote':
      return { type: 'quote', paragraphs: text.split(/\n\s*\n/).map(parseInline) }
    case 'paragraph':
      return { type: 'paragraph', children: parseInline(text) }
  }
}

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

/** An article's words without any marks: what snippets show, what search reads and what a voice says. */
export function plainText(article: { content: string; format: ArticleFormat }): string {
  return articleBlocks(article).map(textOfBlock).join('\n\n')
}

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return textOf(block.children)
    case 'list':
      return block.items.map(textOf).join('\n')
    case 'quote':
      return block.paragraphs.map(textOf).join('\n')
  }
}

/** The words of a stretch of a text without any marks. */
export function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => (inline.type === 'text' ? inline.text : textOf(inline.children)))
    .join('')
}

/** Spec 5: a snippet on the article list, and in the library of a profile, in characters. */
export const listSnippetCharsMax = 600

export const profileSnippetCharsMax = 400

/** The beginning of a text. `cut` says that there is more of it, so that Read More has somewhere to lead. */
export function snippetOf(text: string, charsMax: number): { text: string; cut: boolean } {
  // A character beyond the first plane counts as one and is never halved.
  const characters = text.length > charsMax ? Array.from(text) : []
  if (characters.length <= charsMax) return { text, cut: false }
  return { text: `${characters.slice(0, charsMax).join('')}...`, cut: true }
}

/** A calm reader's words in a minute. */
const wordsPerMinute = 180

/** How long a text takes to read, in whole minutes, at least one. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}
