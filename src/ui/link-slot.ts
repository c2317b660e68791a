import type { ReactNode } from 'react'

/** A link of the app around a feature, which does not know the app's routes. */
export type LinkSlot = (props: {
  className?: string | undefined
  onClick?: () => void
  children: ReactNode
}) => ReactNode
