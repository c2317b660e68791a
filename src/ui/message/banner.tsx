import type { ReactNode } from 'react'
import { ui_dismiss } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/button/button.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './banner.module.css'

export interface BannerProps {
  tone: 'info' | 'warn' | 'offline' | 'danger' | 'success'
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  /** Announced when it appears; leave out for what is there from the start. */
  announced?: boolean
}

const icons = {
  info: 'info',
  warn: 'alert',
  offline: 'cloud-off',
  danger: 'alert',
  success: 'check',
} as const satisfies Record<BannerProps['tone'], IconName>

/** A line that stays until its reason is gone. */
export function Banner({ tone, children, action, onDismiss, announced = false }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role={announced ? 'status' : undefined}>
      <Icon name={icons[tone]} size={20} />
      <div className={styles.text}>{children}</div>
      {action}
      {onDismiss && <IconButton icon="close" label={ui_dismiss()} onClick={onDismiss} />}
    </div>
  )
}

/** Why something did not work, read out as it comes; nothing is shown without. */
export function FailureBanner({ text }: { text: ReactNode }) {
  if (!text) return null
  return (
    <div role="alert">
      <Banner tone="danger">{text}</Banner>
    </div>
  )
}
