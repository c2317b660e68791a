import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { itemsReached, VirtualList } from '#src/ui/list/virtual-list.tsx'

const thousands = Array.from({ length: 5_000 }, (_, at) => `item ${at + 1}`)
const rowsInDocument = () => document.querySelectorAll('li').length

/** Rows are of other heights than was guessed, as those of a screen are. */
function List({ id, items = thousands }: { id: string; items?: readonly string[] }) {
  return (
    <VirtualList id={id} items={items} keyOf={(item) => item} rowPx={100}>
      {(item) => (
        <button style={{ display: 'block', height: item.endsWith('3') ? 220 : 140 }}>{item}</button>
      )}
    </VirtualList>
  )
}

/** Whether the list stays as high as it is for some frames: every row that is drawn is measured. */
async function settled() {
  const heightPx = () => document.querySelector('ul')?.offsetHeight
  const before = heightPx()
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  return heightPx() === before
}

async function scrollTo(topPx: number) {
  window.scrollTo(0, topPx)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

beforeEach(() => window.scrollTo(0, 0))

test('of thousands the rows near the window are in the document, and each says which of how many it is', async () => {
  const screen = await render(<List id="long" />)
  await expect
    .element(screen.getByRole('button', { name: 'item 24', exact: true }))
    .toBeInTheDocument()
  expect(rowsInDocument()).toBeLessThanOrEqual(30)
  const first = document.querySelector('li')
  expect([first?.ariaSetSize, first?.ariaPosInSet]).toEqual(['5000', '1'])
  await scrollTo(200_000)
  await expect.poll(() => document.querySelector('li')?.ariaPosInSet).not.toBe('1')
  expect(rowsInDocument()).toBeLessThanOrEqual(30)
  const rows = [...document.querySelectorAll('li')].map((row) => Number(row.ariaPosInSet))
  expect(rows).toEqual(rows.map((_, at) => (rows[0] ?? 0) + at))
  const shown = [...document.querySelectorAll('li')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  })
  expect(shown.length).toBeGreaterThan(2)
})

test('the row with the focus stays in the document wherever the page is scrolled', async () => {
  const screen = await render(<List id="focus" />)
  const button = screen.getByRole('button', { name: 'item 2', exact: true })
  await expect.element(button).toBeInTheDocument()
  button.element().focus({ preventScroll: true })
  await scrollTo(100_000)
  await expect.poll(() => document.querySelectorAll('li')[1]?.ariaPosInSet).not.toBe('3')
  expect(document.activeElement?.textContent).toBe('item 2')
  const { top } = button.element().getBoundingClientRect()
  expect(top).toBeLessThan(-90_000)
})

test('a way back finds the list as high as it was left, and says how far it was read', async () => {
  const screen = await render(<List id="back" />)
  await expect.poll(rowsInDocument).toBe(24)
  await expect.poll(() => settled()).toBe(true)
  await scrollTo(50_000)
  await expect.poll(() => Number(document.querySelector('li')?.ariaPosInSet)).toBeGreaterThan(300)
  await expect.poll(() => settled()).toBe(true)
  const rows = [...document.querySelectorAll('li')].map((row) => row.ariaPosInSet)
  const leftAt = window.scrollY
  const heightPx = document.querySelector('ul')?.offsetHeight
  await screen.unmount()
  expect(itemsReached('back')).toBe(Number(rows.at(-1)))
  await render(<List id="back" />)
  expect(document.querySelector('ul')?.offsetHeight).toBe(heightPx)
  await scrollTo(leftAt)
  await expect
    .poll(() => [...document.querySelectorAll('li')].map((row) => row.ariaPosInSet))
    .toEqual(rows)
})

test('paper gets all of it, one below the other', async () => {
  const items = thousands.slice(0, 200)
  const screen = await render(<List id="paper" items={items} />)
  await expect.poll(rowsInDocument).toBe(24)
  window.dispatchEvent(new Event('beforeprint'))
  expect(rowsInDocument()).toBe(200)
  const rows = [...document.querySelectorAll('li')].map((row) => row.getBoundingClientRect())
  expect(rows.every(({ top }, at) => at === 0 || top >= (rows[at - 1]?.bottom ?? 0))).toBe(true)
  const list = document.querySelector('ul')?.getBoundingClientRect()
  expect(list?.bottom).toBe(rows.at(-1)?.bottom)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(rowsInDocument).toBe(24)
  await expect.element(screen.getByRole('button', { name: 'item 1', exact: true })).toBeVisible()
})

test('what is added behind the end is drawn, and a short list is whole', async () => {
  const screen = await render(<List id="short" items={thousands.slice(0, 3)} />)
  await expect.element(screen.getByRole('button', { name: 'item 3' })).toBeInTheDocument()
  await screen.rerender(<List id="short" items={thousands.slice(0, 5)} />)
  await expect.element(screen.getByRole('button', { name: 'item 5' })).toBeInTheDocument()
  expect(rowsInDocument()).toBe(5)
})
