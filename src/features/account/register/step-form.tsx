import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import styles from './step-form.module.css'

export interface StepFormProps {
  id: string
  /** What is wrong with the form as a whole: the server's refusal. */
  failure?: ReactNode
  /** Counts the server's refusals: each new one puts the focus on the first field it is about. */
  refused?: number
  onBack?: () => void
  /** Runs the step's rules; `onInvalid` is to be called when they find something. */
  onSubmit: (onInvalid: () => void) => void
  /** Something was typed or chosen. */
  onEdit?: () => void
  /** The button that goes on; none where a choice does. */
  submit?: ReactNode
  children: ReactNode
}

/** What every step has: its fields, what is wrong with it as a whole, and the ways back and on. */
export function StepForm(props: StepFormProps) {
  const { id, failure, refused = 0, onBack, onSubmit, onEdit, submit, children } = props
  const form = useRef<HTMLFormElement>(null)
  const showError = useEffectEvent(() => focusFirstError(form.current))

  // An effect because the server's answer comes when it comes, and perhaps together with another step.
  useEffect(() => {
    if (refused > 0) showError()
  }, [refused])

  return (
    <form
      id={id}
      ref={form}
      className={styles.form}
      noValidate
      onChange={onEdit}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(() => focusFirstError(form.current))
      }}
    >
      {submit && <p className={styles.note}>{m.register_required_note()}</p>}
      {children}
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      {submit && (
        <div className={styles.actions}>
          {onBack && (
            <Button look="quiet" size="large" onClick={onBack}>
              {m.register_back()}
            </Button>
          )}
          {submit}
        </div>
      )}
    </form>
  )
}

/** Puts the focus on the first control that has something wrong, once its message is on the page. */
function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const message = form?.querySelector('p[aria-live]:not(:empty)')
    message?.parentElement?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  })
}
