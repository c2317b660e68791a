import { parseInline, type Inline } from './inline.ts'

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
