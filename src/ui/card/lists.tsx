import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Face } from '#src/ui/companion/face.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { Card, type CardProps } from './card.tsx'
import styles from './link-cards.module.css'
import rowStyles from './rows.module.css'

/** A list of people or things in a card, a line between each two. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={rowStyles.rows}>{children}</ul>
}

interface RowProps {
  /** Whom or what it is about. */
  title: ReactNode
  /** A quieter line under the title. */
  note: ReactNode
  /** A picture before the words. */
  picture?: ReactNode
  /** Its state, or what can be done with it. */
  end: ReactNode
}

/** One of the `Rows`. */
export function Row({ title, note, picture, end }: RowProps) {
  return (
    <ListItem className={rowStyles.row}>
      {picture}
      <div className={rowStyles.words}>
        <p className={rowStyles.title}>{title}</p>
        <p className={rowStyles.note}>{note}</p>
      </div>
      {end}
    </ListItem>
  )
}

/** An item that may leave its list with the focus in it: the one beside it has it next, or else the page. */
export function ListItem(props: { className?: string | undefined; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null)

  // A layout effect because it ends while the item is still in the page.
  useLayoutEffect(() => {
    const element = item.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const beside = element.nextElementSibling ?? element.previousElementSibling
      const next = beside ?? element.closest('main')
      if (!(next instanceof HTMLElement)) return
      next.tabIndex = -1
      next.focus({ preventScroll: true })
    }
  }, [])

  return <li ref={item} {...props} />
}

interface LinkCard {
  id: string
  emoji: string
  tint: NonNullable<CardProps['tint']>
  /** The link, with the name of the page (class `cardLinkClass`): its target covers the card. */
  link: ReactNode
  text: string
  /** A word on its state, such as that it is still to come. */
  state?: string
}

/** The ways to some pages, each a card that is one link. */
export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul className={styles.grid}>
      {cards.map(({ id, emoji, tint, link, text, state }) => (
        <li key={id}>
          <Card className={styles.card} tint={tint} interactive>
            <span className={styles.emoji} aria-hidden="true">
              <Face emoji={emoji} />
            </span>
            <h2 className={styles.name}>{link}</h2>
            <p>{text}</p>
            {state && (
              <p>
                <Tag icon="clock">{state}</Tag>
              </p>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}
