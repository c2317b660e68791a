import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { MorePages, usePages, type FetchedPage } from '#src/data/use-pages.tsx'

type Page = FetchedPage<string>

const server = { answer: (_after?: string): Promise<Page> => new Promise(() => undefined) }
const answers = (rows: string[], next: string | null) => async (): Promise<Page> => ({ rows, next })

function List() {
  const pages = usePages((after) => server.answer(after))
  return (
    <>
      <button onClick={pages.again}>Look again</button>
      <button onClick={() => pages.change((rows) => rows.filter((row) => row !== 'one'))}>
        Decide one
      </button>
      <p>Shown: {pages.rows?.join(', ')}.</p>
      <MorePages pages={pages} label="More" />
    </>
  )
}

/** A server that has these pages, each under what names it, with what names the next one. */
const holds =
  (pages: Record<string, [rows: string[], next: string | null]>) =>
  async (after = 'first'): Promise<Page> => {
    const [rows, next] = pages[after] ?? [[], null]
    return { rows, next }
  }

/** A list with its first page, whose next answer is on its way. */
async function listWithAnswerDue(button: string) {
  server.answer = answers(['one', 'two'], 'after two')
  const screen = await render(<List />)
  const list = (rows: string) => screen.getByText(`Shown: ${rows}.`, { exact: true })
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  await expect.element(list('one, two')).toBeVisible()
  const late = Promise.withResolvers<Page>()
  server.answer = () => late.promise
  await press(button)
  return { list, press, late }
}

test('the next page follows what is on screen when it comes, not what was there when it was asked for', async () => {
  const { list, press, late } = await listWithAnswerDue('More')
  await press('Decide one')
  late.resolve({ rows: ['three'], next: null })
  await expect.element(list('two, three')).toBeVisible()
})

test('the next page of a list that has begun anew meanwhile is let go, and the one behind the new list comes', async () => {
  const { list, press, late } = await listWithAnswerDue('More')
  server.answer = answers(['zero', 'one'], 'after one')
  await press('Look again')
  await expect.element(list('zero, one')).toBeVisible()
  late.resolve({ rows: ['three'], next: null })
  server.answer = answers(['two'], null)
  await expect.element(list('zero, one, two')).toBeVisible()
})

test('a first page from before a change on screen is asked for again and undoes nothing', async () => {
  const { list, press, late } = await listWithAnswerDue('Look again')
  await press('Decide one')
  await expect.element(list('two')).toBeVisible()
  server.answer = answers(['two', 'three'], null)
  late.resolve({ rows: ['one', 'two'], next: 'after two' })
  await expect.element(list('two, three')).toBeVisible()
})

test('a first page that was asked for before the newest one, and comes after it, is let go', async () => {
  const { list, press, late } = await listWithAnswerDue('Look again')
  server.answer = answers(['zero', 'one'], null)
  await press('Look again')
  await expect.element(list('zero, one')).toBeVisible()
  late.resolve({ rows: ['one', 'two'], next: null })
  await late.promise
  await new Promise(requestAnimationFrame)
  await expect.element(list('zero, one')).toBeVisible()
})

test('a list that is looked at again stays as long as the person has made it', async () => {
  const { list, press, late } = await listWithAnswerDue('More')
  late.resolve({ rows: ['three'], next: 'after three' })
  await expect.element(list('one, two, three')).toBeVisible()
  server.answer = holds({
    first: [['zero', 'one'], 'after one'],
    'after one': [['two', 'three'], 'after three'],
    'after three': [['four'], null],
  })
  await press('Look again')
  await expect.element(list('zero, one, two, three')).toBeVisible()
  await press('More')
  await expect.element(list('zero, one, two, three, four')).toBeVisible()
})

test('a next page that comes while the list is looked at again stays', async () => {
  const { list, press, late } = await listWithAnswerDue('Look again')
  server.answer = answers(['three'], null)
  await press('More')
  await expect.element(list('one, two, three')).toBeVisible()
  server.answer = answers(['three', 'four'], null)
  late.resolve({ rows: ['one', 'two'], next: 'after two' })
  await expect.element(list('one, two, three, four')).toBeVisible()
})
