import { useId, useState, type FormEvent } from 'react'
import { cleanLine } from '#contract/free-text.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'

/** In UTF-16 units, as the input counts them. */
export const nameLengthMax = 24

export interface NameDialogProps {
  name: string | undefined
  /** Rejects where this device could not store it. An empty name takes it away. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** What the young person calls their companion; it stays on this device. */
export function NameDialog({ name = '', onSave, onClose }: NameDialogProps) {
  const form = useId()
  const [text, setText] = useState(name)
  const [error, setError] = useState<string>()

  async function save(event: FormEvent) {
    event.preventDefault()
    const clean = cleanLine(text)
    if (clean.length > nameLengthMax) return setError(m.companion_name_long({ max: nameLengthMax }))
    try {
      await onSave(clean)
      onClose()
    } catch {
      setError(m.companion_name_failed())
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.companion_name()}
      description={m.companion_name_text()}
      actions={
        <Button type="submit" form={form}>
          {m.companion_name_save()}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <Field label={m.companion_name_label()} error={error} optional>
          <TextInput
            value={text}
            data-autofocus
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
      </form>
    </Sheet>
  )
}
