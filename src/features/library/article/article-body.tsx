import { useMemo, type ReactNode } from 'react'
import {
  articleBlocks,
  type ArticleFormat,
  type Block,
  type Inline,
  textOf,
} from '#contract/library/blocks.ts'
import { directionIn, type Written } from '../language.tsx'
import styles from './article-body.module.css'

interface ArticleBodyProps {
  content: string
  format: ArticleFormat
  written: Written
}

/** What an author wrote, as elements: there is no way from a text to HTML here. */
export function ArticleBody({ content, format, written }: ArticleBodyProps) {
  const blocks = useMemo(() => articleBlocks({ content, format }), [content, format])
  return (
    <div className={styles.body} {...written}>
      {blocks.map((block, at) => drawBlock(block, at, written))}
    </div>
  )
}

function drawBlock(block: Block, at: number, written: Written): ReactNode {
  switch (block.type) {
    case 'heading':
      return drawText(`h${block.level}`, block.children, at, written)
    case 'paragraph':
      return drawText('p', block.children, at, written)
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List key={at}>
          {block.items.map((inlines, index) => drawText('li', inlines, index, written))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote key={at}>
          {block.paragraphs.map((inlines, index) => drawText('p', inlines, index, written))}
        </blockquote>
      )
  }
}

function drawText(
  Element: 'h2' | 'h3' | 'p' | 'li',
  inlines: readonly Inline[],
  at: number,
  written: Written,
): ReactNode {
  return (
    <Element key={at} dir={directionIn(written, textOf(inlines))}>
      {drawInlines(inlines)}
    </Element>
  )
}

function drawInlines(inlines: readonly Inline[]): ReactNode {
  return inlines.map(drawInline)
}

function drawInline(inline: Inline, at: number): ReactNode {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'bold':
      return <strong key={at}>{drawInlines(inline.children)}</strong>
    case 'italic':
      return <em key={at}>{drawInlines(inline.children)}</em>
    case 'link':
      return (
        <a key={at} href={inline.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {drawInlines(inline.children)}
        </a>
      )
  }
}
