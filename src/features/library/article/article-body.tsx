import { useMemo, type ReactNode } from 'react'
import { articleBlocks, type ArticleFormat, type Block } from '#contract/library/blocks.ts'
import type { Inline } from '#contract/library/inline.ts'
import styles from './article-body.module.css'

/** What an author wrote, as elements: there is no way from a text to HTML here. */
export function ArticleBody({ content, format }: { content: string; format: ArticleFormat }) {
  const blocks = useMemo(() => articleBlocks({ content, format }), [content, format])
  return <div className={styles.body}>{blocks.map(drawBlock)}</div>
}

function drawBlock(block: Block, at: number): ReactNode {
  switch (block.type) {
    case 'heading': {
      const Heading = `h${block.level}` as const
      return (
        <Heading key={at} dir="auto">
          {drawInlines(block.children)}
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p key={at} dir="auto">
          {drawInlines(block.children)}
        </p>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return <List key={at}>{block.items.map(drawItem)}</List>
    }
    case 'quote':
      return (
        <blockquote key={at}>
          {block.paragraphs.map((inlines, index) => (
            <p key={index} dir="auto">
              {drawInlines(inlines)}
            </p>
          ))}
        </blockquote>
      )
  }
}

function drawItem(inlines: readonly Inline[], at: number): ReactNode {
  return (
    <li key={at} dir="auto">
      {drawInlines(inlines)}
    </li>
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
