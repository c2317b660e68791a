import { useWindowVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual'
import {
  memo,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { useSpeech } from '#src/i18n/choose-language.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './virtual-list.module.css'

export interface VirtualListProps<Item> {
  /** Names the list, so that a way back finds it as it was left. */
  id: string
  items: readonly Item[]
  /** How many follow that are not among `items` yet. */
  rest?: number
  keyOf: (item: Item) => string
  /** How high a row is, in pixels, before it was measured. */
  rowPx: number
  /** Each item takes the whole width. */
  wide?: boolean
  children: (item: Item) => ReactNode
}

/** So many cards are drawn, or as many as the window shows: few however long the list is. */
const drawnMin = 24

/** How a list was left, for as long as the app is open. */
interface LeftList {
  readonly layout: GridLayout | undefined
  readonly sizes: VirtualItem[]
  readonly reached: number
}

const leftLists = new Map<string, LeftList>()

/** How many items of a list a way back needs at once; a screen's worth of a list that is new. */
export function itemsReached(id: string): number {
  return leftLists.get(id)?.reached ?? drawnMin
}

/**
 * A list of cards in as many columns as fit, scrolled with the page: only the rows near the window are in the document. A
 * row with the focus stays there wherever the page is scrolled, and paper gets all of them.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { id, items, rest = 0, keyOf, rowPx, wide = false, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [left] = useState(() => leftLists.get(id))
  const layout = useGridLayout(list, left?.layout)
  const [focusedRow, setFocusedRow] = useState<number>()
  // Of a list that is new on the screen, the cards in view come first and the others a moment later.
  const painted = useFirstPaint(left !== undefined)
  const { columns, gapPx, topPx } = layout ?? { columns: 1, gapPx: 0, topPx: 0 }
  // oxlint-disable-next-line react/incompatible-library -- nothing of the virtualizer is passed to a memoized component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: layout ? Math.ceil(items.length / columns) : 0,
    estimateSize: () => rowPx,
    getItemKey: (row) => {
      const first = items[row * columns]
      return first === undefined ? row : keyOf(first)
    },
    gap: gapPx,
    scrollMargin: topPx,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: left?.sizes ?? [],
    rangeExtractor: (range) =>
      drawnRows(range, painted ? Math.ceil(drawnMin / columns) : 0, focusedRow),
  })
  const rows = virtualizer.getVirtualItems()
  const printing = usePrinting()
  const drawn = printing
    ? items.map((item, at) => ({ item, at, row: undefined, marginBlockStart: undefined }))
    : rows.flatMap((row, index) => {
        const above = rows[index - 1]
        const marginBlockStart = row.start - (above ? above.end + gapPx : topPx)
        const from = row.index * columns
        return items
          .slice(from, from + columns)
          .map((item, column) => ({ item, at: from + column, row: row.index, marginBlockStart }))
      })

  const leave = useEffectEvent(() => {
    const reached = ((rows.at(-1)?.index ?? 0) + 1) * columns
    leftLists.set(id, { layout, sizes: virtualizer.takeSnapshot(), reached })
  })
  // An effect because only the leaving is the moment to note how the list was left.
  useEffect(() => () => leave(), [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus of what is in it
    <ul
      ref={list}
      className={classNames(styles.list, wide && styles.wide)}
      style={printing ? undefined : { blockSize: virtualizer.getTotalSize() }}
      onFocus={({ target }) => setFocusedRow(rowOf(target))}
      onBlur={(event) => leavesList(event) && setFocusedRow(undefined)}
    >
      {drawn.map(({ item, at, row, marginBlockStart }) => (
        <li
          key={keyOf(item)}
          ref={row !== undefined && at === row * columns ? virtualizer.measureElement : undefined}
          data-index={row}
          aria-setsize={items.length + rest}
          aria-posinset={at + 1}
          style={{ marginBlockStart }}
        >
          <Cell item={item} draw={children} />
        </li>
      ))}
    </ul>
  )
}

/** A scroll or a measurement draws no card anew; another language does. */
const Cell = memo(DrawnCell) as typeof DrawnCell

function DrawnCell<Item>({ item, draw }: { item: Item; draw: (item: Item) => ReactNode }) {
  useSpeech()
  return draw(item)
}

/** True while the page is printed, from before the browser lays it out for paper. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)

  // An effect because only the browser knows when it prints; it waits for nothing that is drawn later.
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])

  return printing
}

/** False until the first frame is painted, unless the list was on the screen before. */
function useFirstPaint(before: boolean): boolean {
  const [painted, setPainted] = useState(before)

  // An effect because only the browser knows when the first cards are painted: the frame comes, and then the rest.
  useEffect(() => {
    let behindFrame: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      behindFrame = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(behindFrame)
    }
  }, [])

  return painted
}

/** The rows in the window and as many around it as make up `rowsMin`, and the one with the focus. */
function drawnRows(
  { startIndex, endIndex, count }: Range,
  rowsMin: number,
  focusedRow: number | undefined,
): number[] {
  const shown = endIndex - startIndex + 1
  const drawn = Math.min(count, Math.max(shown, rowsMin))
  const wanted = startIndex - Math.floor((drawn - shown) / 2)
  const first = Math.max(0, Math.min(wanted, count - drawn))
  const rows = Array.from({ length: drawn }, (_, at) => first + at)
  if (focusedRow === undefined || focusedRow >= count || rows.includes(focusedRow)) return rows
  return focusedRow < first ? [focusedRow, ...rows] : [...rows, focusedRow]
}

/** How the styles lay a list out, in pixels; `topPx` from the upper end of the page. */
interface GridLayout {
  readonly columns: number
  readonly gapPx: number
  readonly topPx: number
}

function useGridLayout(
  list: RefObject<HTMLElement | null>,
  known: GridLayout | undefined,
): GridLayout | undefined {
  const [layout, setLayout] = useState(known)

  // A layout effect because only the browser knows the columns, and they are needed before anything is painted.
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const look = () => {
      const next = layoutOf(element)
      setLayout((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    // What is above the list moves it.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  return layout
}

function layoutOf(element: HTMLElement): GridLayout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(element)
  return {
    columns: gridTemplateColumns.split(' ').length,
    gapPx: Number.parseFloat(rowGap) || 0,
    topPx: element.getBoundingClientRect().top + window.scrollY,
  }
}

function rowOf(target: Element): number | undefined {
  const row = target.closest<HTMLElement>('[data-index]')?.dataset['index']
  return row === undefined ? undefined : Number(row)
}

function leavesList({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}
