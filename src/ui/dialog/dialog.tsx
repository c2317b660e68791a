import {
  type ReactNode,
  useId,
  type ComponentProps,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useLayoutEffect,
  useRef,
  createContext,
} from 'react'
import { ui_close } from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import { IconButton } from '#src/ui/button/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './dialog.module.css'

interface DialogProps {
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
  /** `center` is in the middle, `sheet` rises from the bottom edge (from 900 px it is centred too). */
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
              <Face emoji={props.emoji} />
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

interface Modal {
  onClose: () => void
  /** Esc, the backdrop and the close button close it; false while an answer is needed. */
  dismissible: boolean
}

/**
 * The behaviour of a native modal dialog that exists only while it is open: the browser holds the focus inside,
 * makes the page behind inert and gives the focus back where it came from. The focus starts on the element marked
 * `data-autofocus`, else on the dialog itself: never on a button that a stray Enter would press.
 */
function useModal({ onClose, dismissible }: Modal): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const byItself = useContext(OpensByItself)

  // An effect because showModal is a call, not an attribute; a layout effect because the dialog must close while it
  // is still in the page, or the browser has nowhere to return the focus from.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    if (!byItself) opened.set([...opened.get(), dialog])
    show(dialog)
    return () => {
      dialog.close()
      opened.set(opened.get().filter((other) => other !== dialog))
    }
  }, [byItself])

  return {
    ref,
    'data-keeps-time': byItself || undefined,
    // A file input inside reports its own cancel through us; only the dialog's own counts.
    onCancel: (event) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      if (dismissible) onClose()
    },
    // Browsers close on a second Esc whatever we say; then the page learns so, or the dialog comes back.
    onClose: (event) => {
      if (event.target !== event.currentTarget || !event.currentTarget.isConnected) return
      if (dismissible) onClose()
      else show(event.currentTarget)
    },
    // Both ends of the press, so that selecting text and letting go outside does not close.
    onPointerDown: (event) => {
      pressedBackdrop.current = isBackdrop(event)
    },
    onClick: (event) => {
      if (dismissible && pressedBackdrop.current && isBackdrop(event)) onClose()
    },
  }
}

type ModalProps = Pick<
  ComponentProps<'dialog'>,
  'onCancel' | 'onClose' | 'onPointerDown' | 'onClick'
> & { ref: RefObject<HTMLDialogElement | null>; 'data-keeps-time': true | undefined }

function show(dialog: HTMLDialogElement): void {
  dialog.showModal()
  const start = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
  start.focus()
}

/** The dialog itself has no padding, so a press that meets no child of it met the backdrop. */
function isBackdrop(event: SyntheticEvent): boolean {
  return event.target === event.currentTarget
}

/** A dialog that rises from the bottom edge, near the thumb; centred on wide screens. */
export function Sheet(props: Omit<DialogProps, 'placement'>) {
  return <Dialog {...props} placement="sheet" />
}

/** The open dialogs that a person opened, or that answer a press of theirs; the last one is over the others. */
const opened = createStore<readonly HTMLDialogElement[]>([])

/** True around what opens by itself: a dialog there blocks no other, it makes room. */
export const OpensByItself = createContext(false)

export function isDialogOpen(): boolean {
  return opened.get().length > 0
}

/** The one that is over everything else, followed as it changes. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useStore(opened).at(-1)
}
