import { useState, type ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { followLostFocus, useFocusOnArrival } from '#src/ui/focus.ts'

/** Two lists whose items a dialog deletes, and a button that goes with its own press. */
function Page({ children }: { children?: ReactNode }) {
  const [names, setNames] = useState(['one', 'two'])
  const [asked, setAsked] = useState<string>()
  const [ended, setEnded] = useState(false)
  const close = () => setAsked(undefined)
  function remove() {
    setNames(names.filter((name) => name !== asked))
    close()
  }
  return (
    <main>
      <h1>Page</h1>
      <section>
        <h2>List</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button onClick={() => setAsked(name)}>{name}</button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Sessions</h2>
        {ended ? <p>Ended</p> : <button onClick={() => setEnded(true)}>End</button>}
        {children}
      </section>
      <Dialog
        open={asked !== undefined}
        onClose={close}
        title="Delete?"
        actions={<button onClick={remove}>Delete</button>}
      />
    </main>
  )
}

const focused = () => document.activeElement?.textContent

async function show(children?: ReactNode) {
  onTestFinished(followLostFocus())
  await render(<Page>{children}</Page>)
}

async function remove(name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
}

test('an item that is deleted in a dialog leaves the focus to the heading of its list', async () => {
  await show()
  await remove('two')
  await expect.poll(focused).toBe('List')
  await remove('one')
  await expect.poll(focused).toBe('List')
})

test('a button that its own press ends leaves the focus to the heading before it', async () => {
  await show()
  await page.getByRole('button', { name: 'End' }).click()
  await expect.poll(focused).toBe('Sessions')
})

test('what goes from behind a list leaves the focus to the last heading before it', async () => {
  onTestFinished(followLostFocus())
  await render(
    <main>
      <h2>First</h2>
      <div>
        <h3>One</h3>
        <h3>Two</h3>
      </div>
      <More />
    </main>,
  )
  await page.getByRole('button', { name: 'More' }).click()
  await expect.poll(focused).toBe('Two')
})

function More() {
  const [all, setAll] = useState(false)
  return all ? null : <button onClick={() => setAll(true)}>More</button>
}

test('a dialog that opened where nothing had the focus leaves it so', async () => {
  onTestFinished(followLostFocus())
  const draw = (open: boolean) => (
    <main>
      <h1>Page</h1>
      <h2>Last</h2>
      <Dialog open={open} title="Help" onClose={() => undefined} />
    </main>
  )
  const screen = await render(draw(true))
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  await screen.rerender(draw(false))
  await expect.element(dialog).not.toBeInTheDocument()
  await nextFrame()
  expect(document.activeElement).toBe(document.body)
})

test('a dialog whose opener cannot have the focus any more leaves it to the heading before it', async () => {
  onTestFinished(followLostFocus())
  const draw = (open: boolean, ended: boolean) => (
    <main>
      <h1>Page</h1>
      <button disabled={ended}>Open</button>
      <h2>Last</h2>
      <Dialog open={open} title="Help" onClose={() => undefined} />
    </main>
  )
  const screen = await render(draw(false, false))
  const button = page.getByRole('button', { name: 'Open' }).element() as HTMLElement
  button.focus()
  await screen.rerender(draw(true, false))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await screen.rerender(draw(false, true))
  await expect.poll(focused).toBe('Last')
})

function Leaving() {
  const [left, setLeft] = useState(false)
  return left ? (
    <button ref={(button) => button?.focus()}>Stay</button>
  ) : (
    <button onClick={() => setLeft(true)}>Leave</button>
  )
}

test('what comes in the place of the focused part and takes the focus has it', async () => {
  await show(<Leaving />)
  await page.getByRole('button', { name: 'Leave' }).click()
  await nextFrame()
  expect(focused()).toBe('Stay')
})

function Late() {
  const button = useFocusOnArrival<HTMLButtonElement>()
  return <button ref={button}>Play</button>
}

test('a part that comes later in the place of the focused one takes the focus from the heading', async () => {
  onTestFinished(followLostFocus())
  const draw = (part: ReactNode) => (
    <main>
      <h1>Chat</h1>
      {part}
    </main>
  )
  const screen = await render(draw(<button key="stop">Stop</button>))
  const stop = page.getByRole('button', { name: 'Stop' }).element() as HTMLElement
  stop.focus()
  await screen.rerender(draw(null))
  await expect.poll(focused).toBe('Chat')
  await screen.rerender(draw(<Late />))
  await expect.poll(focused).toBe('Play')
})

test('a part that goes in an open dialog leaves the focus to the dialog, and that to where its opener was', async () => {
  onTestFinished(followLostFocus())
  const draw = (there: boolean, open: boolean) => (
    <main>
      <h1>Page</h1>
      {there && <button>Open</button>}
      <h2>Last</h2>
      <Dialog open={open} title="Help" onClose={() => undefined}>
        <Leave />
      </Dialog>
    </main>
  )
  const screen = await render(draw(true, false))
  const button = page.getByRole('button', { name: 'Open' }).element() as HTMLElement
  button.focus()
  await screen.rerender(draw(true, true))
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(focused).toBe('Help')
  await screen.rerender(draw(false, true))
  await screen.rerender(draw(false, false))
  await expect.poll(focused).toBe('Page')
})

function Leave() {
  const [left, setLeft] = useState(false)
  return left ? <p>Left</p> : <button onClick={() => setLeft(true)}>Leave</button>
}

test('what a person had left before it goes moves no focus', async () => {
  await show()
  const end = page.getByRole('button', { name: 'End' })
  const button = end.element() as HTMLElement
  button.focus()
  button.blur()
  await nextFrame()
  button.click()
  await expect.element(end).not.toBeInTheDocument()
  await nextFrame()
  expect(document.activeElement).toBe(document.body)
})

/** Resolves behind what the next frame does first. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
