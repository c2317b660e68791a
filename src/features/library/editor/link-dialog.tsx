import { useState, type FormEvent } from 'react'
import { safeHref } from '#contract/library/safe-link.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'

export interface LinkDialogProps {
  onAdd: (href: string) => void
  onClose: () => void
}

/** Asks where a link leads; only where a reader may follow it. */
export function LinkDialog({ onAdd, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState(false)

  function add(event: FormEvent) {
    event.preventDefault()
    // Stays inside this dialog: around it stands the form of the article.
    event.stopPropagation()
    const href = safeHref(address)
    if (href) onAdd(href)
    else setWrong(true)
  }

  return (
    <Dialog open onClose={onClose} title={m.library_link_title()}>
      <form noValidate onSubmit={add}>
        <Field
          label={m.library_link_address()}
          hint={m.library_link_hint()}
          error={wrong ? m.library_link_wrong() : undefined}
          required
        >
          <TextInput
            type="url"
            dir="ltr"
            value={address}
            placeholder="https://"
            autoComplete="off"
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <p>
          <Button type="submit" wide>
            {m.library_link_add()}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
