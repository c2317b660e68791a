import type { ReactNode } from 'react'
import { ui_offline_text, ui_offline_title } from '#src/i18n/paraglide/messages.js'
import { StateMessage } from './state-message.tsx'

export interface OfflineStateProps {
  title?: ReactNode
  text?: ReactNode
  action?: ReactNode
  compact?: boolean
}

/** This needs the network and was never seen on this device before. */
export function OfflineState({ title, text, ...rest }: OfflineStateProps) {
  return (
    <StateMessage
      emoji="⛅"
      tint="sky"
      announced="politely"
      title={title ?? ui_offline_title()}
      text={text ?? ui_offline_text()}
      {...rest}
    />
  )
}
