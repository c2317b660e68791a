import { useState, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { failureText } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import styles from './library-list.module.css'
import type { Older } from './use-older.ts'

/** How many are drawn at first and with each press: what is drawn stays small however many there are. */
const growStep = 24

export interface GrowingListProps<Item> {
  /** Those of this device and those that were fetched behind them. */
  items: readonly Item[]
  older: Older<Item>
  /** The product's words where older ones could not be fetched. */
  failed: string
  renderItem: (item: Item) => ReactNode
}

/** A list that begins short and grows as the person asks for more, at last from the server. */
export function GrowingList<Item extends { readonly _id: string }>(props: GrowingListProps<Item>) {
  const { items, older, failed, renderItem } = props
  const [count, setCount] = useState(growStep)
  const hasMore = count < items.length || older.more !== undefined

  function more() {
    setCount(count + growStep)
    if (count + growStep > items.length) older.more?.()
  }

  return (
    <>
      <ul className={styles.list}>
        {items.slice(0, count).map((item) => (
          <li key={item._id} className={styles.item}>
            {renderItem(item)}
          </li>
        ))}
      </ul>
      {older.error !== undefined && (
        <Banner tone="danger" announced>
          {failureText(older.error, failed)}
        </Banner>
      )}
      {hasMore && (
        <Button look="secondary" wide busy={older.loading} onClick={more}>
          {m.library_more()}
        </Button>
      )}
    </>
  )
}
