import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ListItem } from '#src/ui/card/lists.tsx'

function List() {
  const [names, setNames] = useState(['one', 'two', 'three'])
  return (
    <main tabIndex={-1}>
      <ul>
        {names.map((name) => (
          <ListItem key={name}>
            <button onClick={() => setNames(names.filter((other) => other !== name))}>
              {name}
            </button>
          </ListItem>
        ))}
      </ul>
    </main>
  )
}

test('an item that leaves with the focus gives it to the next, the one before, or the page', async () => {
  const screen = await render(<List />)
  const focused = () => document.activeElement?.textContent
  await screen.getByRole('button', { name: 'two' }).click()
  await expect.poll(focused).toBe('three')
  await screen.getByRole('button', { name: 'three' }).click()
  await expect.poll(focused).toBe('one')
  await screen.getByRole('button', { name: 'one' }).click()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})
