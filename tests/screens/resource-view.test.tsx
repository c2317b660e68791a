import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { problem } from '#contract/problem.ts'
import { ResourceMissing, ResourceView } from '#src/data/resource-view.tsx'
import {
  announce,
  defineRemote,
  defineResource,
  preload,
  preloadPart,
  useRemote,
  useResource,
  useStored,
  type Loaded,
} from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { openPhone, setOnline } from './phone.ts'

/** The hints that a person has put away: a row of the database that every test may write. */
const stored = defineResource<string[], [scope?: string]>({
  key: 'tests.hints',
  read: async (db, scope = '') => {
    const row = await db.meta.get('dismissed')
    return row?.key === 'dismissed' ? row.ids.map((id) => scope + id) : undefined
  },
  refresh: async (db) => store(db, await server.answer()),
})
const vague = defineResource({ ...stored, key: 'tests.vague', emptyIsUnknown: true })
const remote = defineRemote<string[], [scope?: string]>({
  fetch: async (_, scope = '') => (await server.answer()).map((id) => scope + id),
})
const merged = defineRemote({ ...remote, merge: (shown, fetched) => [...shown, ...fetched] })

const server = { answer: (): Promise<string[]> => new Promise(() => undefined) }
const store = (db: UserDatabase, ids: string[]) => db.meta.put({ key: 'dismissed', ids })
const refuses = (error: Error) => async (): Promise<never> => {
  throw error
}
const noAnswer = refuses(new UnreachableError('No answer'))

const failed = 'Failed to load hints'
const offline = 'Hints come with the network.'

function View({ of }: { of: Loaded<string[]> }) {
  return (
    <ResourceView of={of} failed={failed} offline={offline} empty={<p>No hints</p>}>
      {(ids) => <p>{ids.join(', ')}</p>}
    </ResourceView>
  )
}
function Stored({ db, scope }: { db: UserDatabase; scope?: string }) {
  return <View of={useResource(db, stored, scope)} />
}
function Vague({ db }: { db: UserDatabase }) {
  return <View of={useResource(db, vague)} />
}
function Remote({ db, scope }: { db: UserDatabase; scope?: string }) {
  return <View of={useRemote(db, remote, scope)} />
}
function Merged({ db }: { db: UserDatabase }) {
  const of = useRemote(db, merged)
  return (
    <>
      <button onClick={of.retry}>Look again</button>
      <View of={of} />
    </>
  )
}
function Changing({ db }: { db: UserDatabase }) {
  const of = useRemote(db, remote)
  return (
    <>
      <button onClick={of.retry}>Look again</button>
      <button onClick={() => of.change((ids) => ids.filter((id) => id !== 'one'))}>End one</button>
      <View of={of} />
    </>
  )
}
function Part({ db }: { db: UserDatabase }) {
  const of = useResource(db, stored)
  return <ResourceMissing of={of} failed={failed} text="Points too" offline={false} compact />
}
function Here({ db }: { db: UserDatabase }) {
  return <p>{useStored(db, stored, undefined)?.join(', ')}</p>
}

afterEach(() => {
  vi.restoreAllMocks()
})

const answers = (ids: string[]) => () => Promise.resolve(ids)

test('what was never seen is a skeleton until the server has said', async () => {
  const db = await openPhone()
  const { promise, resolve } = Promise.withResolvers<string[]>()
  server.answer = () => promise
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
  resolve(['one', 'two'])
  await expect.element(screen.getByText('one, two')).toBeVisible()
})

test('what this device has is shown at once, and the newer answer after it', async () => {
  const db = await openPhone()
  await store(db, ['old'])
  await preload(db, stored, undefined)
  server.answer = answers(['new'])
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByText('new')).toBeVisible()
})

test('what a loader has read is in the first paint', async () => {
  const db = await openPhone()
  await store(db, ['old'])
  await preload(db, stored, undefined)
  server.answer = () => new Promise(() => undefined)
  const screen = await render(<Stored db={db} />)
  expect(screen.container.textContent).toBe('old')
})

test('a loader may read no more than the first paint needs, and the rest follows', async () => {
  const db = await openPhone()
  await store(db, ['one', 'two'])
  preloadPart(db, stored, ['one'], undefined)
  server.answer = () => new Promise(() => undefined)
  const container = document.body.appendChild(document.createElement('div'))
  const drawn: (string | null)[] = []
  const observer = new MutationObserver(() => drawn.push(container.textContent))
  observer.observe(container, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  const screen = await render(<Stored db={db} />, { container })
  await expect.element(screen.getByText('one, two')).toBeVisible()
  expect(drawn.find(Boolean)).toBe('one')
})

test('what the server has just said is shown before it is stored, to the person it was said to', async () => {
  const other = await openPhone()
  const db = await openPhone()
  server.answer = () => new Promise(() => undefined)
  const screen = await render(<Stored db={db} scope="a-" />)
  await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
  announce(db, stored, ['a-one'], 'a-')
  await expect.element(screen.getByText('a-one')).toBeVisible()
  await store(db, ['two'])
  await expect.element(screen.getByText('a-two')).toBeVisible()
  const theirs = await render(<Stored db={other} scope="a-" />)
  expect(theirs.container.textContent).not.toContain('a-one')
})

test('of another argument nothing is shown that belongs to the one before', async () => {
  const db = await openPhone()
  await store(db, ['x'])
  server.answer = answers(['x'])
  const screen = await render(<Stored db={db} scope="a-" />)
  await expect.element(screen.getByText('a-x')).toBeVisible()
  await screen.rerender(<Stored db={db} scope="b-" />)
  expect(screen.container.textContent).not.toContain('a-x')
  await expect.element(screen.getByText('b-x')).toBeVisible()
})

test.each([
  [
    'the server’s own words',
    problem('busy', { message: 'Come back at nine.' }),
    'Come back at nine.',
  ],
  ['the product’s words', problem('busy', { message: '' }), failed],
])('a failed read says %s, and a retry brings it', async (_, body, text) => {
  const db = await openPhone()
  server.answer = refuses(new ApiProblemError(body, 503, undefined))
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible()
  server.answer = answers(['one'])
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(screen.getByText('one')).toBeVisible()
})

test('the reason of a failed read may be part of a sentence', async () => {
  const db = await openPhone()
  server.answer = refuses(
    new ApiProblemError(problem('busy', { message: 'At nine.' }), 503, undefined),
  )
  function Sentence() {
    const of = useResource(db, stored, undefined)
    return <ResourceMissing of={of} failed={failed} sentence={(reason) => `Error: ${reason}`} />
  }
  const screen = await render(<Sentence />)
  await expect.element(screen.getByText('Error: At nine.')).toBeVisible()
})

test('without a network what was never seen says what it needs, and comes with the network', async () => {
  const db = await openPhone()
  setOnline(false)
  server.answer = noAnswer
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByText(offline)).toBeVisible()
  server.answer = answers(['one'])
  setOnline(true)
  await expect.element(screen.getByText('one')).toBeVisible()
})

test('after a clock was set back a return looks again, as after a while', async () => {
  const db = await openPhone()
  server.answer = answers(['old'])
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByText('old')).toBeVisible()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000)
  server.answer = answers(['new'])
  setOnline(true)
  await expect.element(screen.getByText('new')).toBeVisible()
})

test('a part may say the same of what failed without a network, with a second line', async () => {
  const db = await openPhone()
  setOnline(false)
  server.answer = noAnswer
  const screen = await render(<Part db={db} />)
  await expect.element(screen.getByRole('alert').getByText(failed)).toBeVisible()
  await expect.element(screen.getByText('Points too')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: m.ui_retry() })).toBeVisible()
})

test('a failed look says so above what this device has', async () => {
  const db = await openPhone()
  await store(db, ['old'])
  server.answer = noAnswer
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByText(failed, { exact: false })).toBeVisible()
  await expect.element(screen.getByText('old')).toBeVisible()
})

test('that a list is empty is news from the server alone', async () => {
  const db = await openPhone()
  await store(db, [])
  server.answer = noAnswer
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByRole('alert').getByText(failed)).toBeVisible()
  server.answer = async () => []
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(screen.getByText('No hints')).toBeVisible()
})

test('a list that cannot tell none from never asked waits for the server', async () => {
  const db = await openPhone()
  await store(db, [])
  const { promise, resolve } = Promise.withResolvers<string[]>()
  server.answer = () => promise
  const screen = await render(<Vague db={db} />)
  await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
  expect(screen.container.textContent).not.toContain('No hints')
  resolve([])
  await expect.element(screen.getByText('No hints')).toBeVisible()
})

test('what no device stores is fetched, says why it failed, and is fetched anew for another argument', async () => {
  const db = await openPhone()
  server.answer = noAnswer
  const screen = await render(<Remote db={db} scope="a-" />)
  await expect.element(screen.getByRole('alert').getByText(failed)).toBeVisible()
  server.answer = answers(['x'])
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(screen.getByText('a-x')).toBeVisible()
  await screen.rerender(<Remote db={db} scope="b-" />)
  await expect.element(screen.getByText('b-x')).toBeVisible()
})

test('what a screen shows already may have its say in what comes after', async () => {
  const db = await openPhone()
  server.answer = answers(['old'])
  const screen = await render(<Merged db={db} />)
  await expect.element(screen.getByText('old')).toBeVisible()
  server.answer = answers(['new'])
  await screen.getByRole('button', { name: 'Look again' }).click()
  await expect.element(screen.getByText('old, new')).toBeVisible()
})

test('an answer from before a change on screen is asked for again and undoes nothing', async () => {
  const db = await openPhone()
  server.answer = answers(['one', 'two'])
  const screen = await render(<Changing db={db} />)
  await expect.element(screen.getByText('one, two')).toBeVisible()
  const late = Promise.withResolvers<string[]>()
  server.answer = () => late.promise
  await screen.getByRole('button', { name: 'Look again' }).click()
  await screen.getByRole('button', { name: 'End one' }).click()
  await expect.element(screen.getByText('two', { exact: true })).toBeVisible()
  server.answer = answers(['two', 'three'])
  late.resolve(['one', 'two'])
  await expect.element(screen.getByText('two, three')).toBeVisible()
  expect(screen.container.textContent).not.toContain('one,')
})

test.each([
  ['the failure', (late: PromiseWithResolvers<string[]>) => late.reject(new Error('cut'))],
  ['the answer', (late: PromiseWithResolvers<string[]>) => late.resolve(['older'])],
])('%s of an older look changes nothing after a newer one', async (_, settle) => {
  const db = await openPhone()
  const late = Promise.withResolvers<string[]>()
  server.answer = () => late.promise
  const screen = await render(<Changing db={db} />)
  server.answer = answers(['newer'])
  await screen.getByRole('button', { name: 'Look again' }).click()
  await expect.element(screen.getByText('newer')).toBeVisible()
  settle(late)
  await late.promise.catch(() => undefined)
  await new Promise(requestAnimationFrame)
  expect(screen.container.textContent).toContain('newer')
  expect(screen.container.textContent).not.toMatch(/older|Failed/)
})

test('an older look that fails leaves the newer one under way', async () => {
  const db = await openPhone()
  const [late, newer] = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  server.answer = () => late.promise
  const screen = await render(<Changing db={db} />)
  server.answer = () => newer.promise
  await screen.getByRole('button', { name: 'Look again' }).click()
  late.reject(new Error('cut'))
  await late.promise.catch(() => undefined)
  await new Promise(requestAnimationFrame)
  await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
  newer.resolve(['newer'])
  await expect.element(screen.getByText('newer')).toBeVisible()
})

test('a part that appears later begins with the newest, not with what the loader has read', async () => {
  const db = await openPhone()
  await store(db, ['old'])
  await preload(db, stored, undefined)
  const first = await render(<Here db={db} />)
  await store(db, ['new'])
  await expect.element(first.getByText('new')).toBeVisible()
  await first.unmount()
  const second = await render(<Here db={db} />)
  expect(second.container.textContent).toBe('new')
})

test('what this device has is followed without a server', async () => {
  const db = await openPhone()
  await store(db, ['old'])
  await preload(db, stored, undefined)
  server.answer = () => Promise.reject(new Error('asked'))
  const screen = await render(<Here db={db} />)
  expect(screen.container.textContent).toBe('old')
  await store(db, ['new'])
  await expect.element(screen.getByText('new')).toBeVisible()
})

test('nobody is asked for who has logged out, and what is here stays', async () => {
  const db = await openPhone()
  await store(db, ['old'])
  localStorage.clear()
  server.answer = () => Promise.reject(new Error('asked'))
  const screen = await render(<Stored db={db} />)
  await expect.element(screen.getByText('old')).toBeVisible()
})

test('a late answer for the argument before does not hide the one for this', async () => {
  const db = await openPhone()
  const late = Promise.withResolvers<string[]>()
  server.answer = () => late.promise
  const screen = await render(<Remote db={db} scope="a-" />)
  server.answer = noAnswer
  await screen.rerender(<Remote db={db} scope="b-" />)
  await expect.element(screen.getByRole('alert').getByText(failed)).toBeVisible()
  late.resolve(['x'])
  await late.promise
  await expect.element(screen.getByRole('alert').getByText(failed)).toBeVisible()
  expect(screen.container.textContent).not.toContain('x')
})

test('a late answer for the argument before does not take the place of the one for this', async () => {
  const db = await openPhone()
  const late = Promise.withResolvers<string[]>()
  server.answer = () => late.promise
  const screen = await render(<Remote db={db} scope="a-" />)
  server.answer = answers(['y'])
  await screen.rerender(<Remote db={db} scope="b-" />)
  await expect.element(screen.getByText('b-y')).toBeVisible()
  late.resolve(['x'])
  await late.promise
  await new Promise(requestAnimationFrame)
  await expect.element(screen.getByText('b-y')).toBeVisible()
})
