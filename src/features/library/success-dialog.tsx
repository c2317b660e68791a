import { useEffect, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

/** Spec 9: the success dialog comes a second after the success. */
const delayMs = 1_000

export interface SuccessDialogProps {
  title: string
  text: string
  /** The words of the one way on. */
  onward: string
  /** Where the way on leads; closing leads there too. */
  onDone: () => void
}

/** Says that it worked, a moment after it did, and leads on. */
export function SuccessDialog({ title, text, onward, onDone }: SuccessDialogProps) {
  const [open, setOpen] = useState(false)
  // An effect because the moment is a matter of time.
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog
      open={open}
      onClose={onDone}
      emoji="🎉"
      title={title}
      description={text}
      actions={<Button onClick={onDone}>{onward}</Button>}
    />
  )
}
