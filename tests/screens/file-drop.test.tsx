import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Field } from '#src/ui/field/field.tsx'
import { FileDrop } from '#src/ui/field/file-drop.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'

/** Whether the page keeps the browser from what it does when this is dragged over, or dropped on, a text beside a file field. */
async function keepsFrom(type: 'dragover' | 'drop', dragged: DataTransfer): Promise<boolean> {
  const screen = await render(
    <>
      <Field label="Words">
        <TextArea />
      </Field>
      <Field label="File">
        <FileDrop
          file={undefined}
          accept=".pdf"
          onPick={() => undefined}
          onRemove={() => undefined}
        />
      </Field>
    </>,
  )
  const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: dragged })
  screen.getByLabelText('Words').element().dispatchEvent(event)
  return event.defaultPrevented
}

test.each(['dragover', 'drop'] as const)('a text field takes words (%s)', async (type) => {
  const words = new DataTransfer()
  words.setData('text/plain', 'a walk')
  expect(await keepsFrom(type, words)).toBe(false)
})

test.each(['dragover', 'drop'] as const)(
  'a file beside its field opens nothing in place of the page (%s)',
  async (type) => {
    const files = new DataTransfer()
    files.items.add(new File(['%PDF'], 'walk.pdf', { type: 'application/pdf' }))
    expect(await keepsFrom(type, files)).toBe(true)
  },
)
