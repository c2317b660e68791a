import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

/** Spec 9: the success dialog comes a second after the success. */
const delayMs = 1_000
/** Spec 4: then it goes on by itself; so long the text is shown. */
const shownMs = 1_500

export interface SuccessDialogProps {
  title: string
  text: string
  /** The words of the one way on. */
  onward: string
  /** Where the way on leads; closing leads there too. */
  onDone: () => void
}

/** Says that it worked, a moment after it did, and leads on by itself or sooner by a press. */
export function SuccessDialog({ title, text, onward, onDone }: SuccessDialogProps) {
  const [open, setOpen] = useState(false)
  const goOn = useEffectEvent(onDone)
  // An effect because the moments are a matter of time.
  useEffect(() => {
    const timers = [
      setTimeout(() => setOpen(true), delayMs),
      setTimeout(() => goOn(), delayMs + shownMs),
    ]
    return () => timers.forEach(clearTimeout)
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
