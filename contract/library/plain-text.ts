import { articleBlocks, type ArticleFormat, type Block } from './blocks.ts'
import type { Inline } from './inline.ts'

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

function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => (inline.type === 'text' ? inline.text : textOf(inline.children)))
    .join('')
}
