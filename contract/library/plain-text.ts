import { articleBlocks, type ArticleFormat, type Block, type Inline } from './blocks.ts'

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
