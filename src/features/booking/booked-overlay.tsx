import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

/** Spec 9: so long the overlay is looked at before the page goes on. */
export const redirectAfterMs = 2_500

export interface BookedOverlayProps {
  title: string
  text: string
  onDone: () => void
}

/** Spec 4: the success overlay, which leads on by itself. */
export function BookedOverlay({ title, text, onDone }: BookedOverlayProps) {
  const done = useEffectEvent(onDone)
  // An effect because time passes outside React.
  useEffect(() => {
    const timer = setTimeout(() => done(), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog open onClose={onDone} dismissible={false} emoji="🎉" title={title} description={text} />
  )
}
