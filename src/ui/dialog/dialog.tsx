import { type ReactNode, useId } from 'react'
import { ui_close } from '#src/i18n/paraglide/messages.js'
import { classNames } from '#src/ui/class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** A sentence under the title that says what this asks for. */
  description?: ReactNode
  /** A large emoji above the title. */
  emoji?: string
  children?: ReactNode
  /** The buttons at the end, the main one first. */
  actions?: ReactNode
  /** False while an answer is needed: no Esc, no backdrop, no close button. */
  dismissible?: boolean
  /** `center` stands in the middle, `sheet` rises from the bottom edge (from 900 px it is centred too). */
  placement?: 'center' | 'sheet'
  /** Room for a preview or a player. */
  wide?: boolean
}

/** A modal on the native dialog element; what is inside starts anew each time it opens. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: DialogProps) {
  const { dismissible = true, placement = 'center', wide = false, description } = props
  const id = useId()
  const modal = useModal({ onClose: props.onClose, dismissible })
  return (
    <dialog
      {...modal}
      tabIndex={-1}
      className={classNames(styles.dialog, styles[placement], wide && styles.wide)}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-description` : undefined}
    >
      <div className={styles.panel}>
        {dismissible && (
          <span className={styles.close}>
            <IconButton icon="close" label={ui_close()} onClick={props.onClose} />
          </span>
        )}
        <div className={styles.header}>
          {props.emoji && (
            <span className={styles.emoji} aria-hidden="true">
              {props.emoji}
            </span>
          )}
          <h2 className={styles.title} id={id}>
            {props.title}
          </h2>
        </div>
        {description && (
          <p className={styles.description} id={`${id}-description`}>
            {description}
          </p>
        )}
        {props.children && <div className={styles.body}>{props.children}</div>}
        {props.actions && <div className={styles.actions}>{props.actions}</div>}
      </div>
    </dialog>
  )
}
