import { type ComponentProps, useState } from 'react'
import { ui_password_hide, ui_password_show } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/button/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useFieldControl } from './field.tsx'
import styles from './input.module.css'

/**
 * One line of text; takes its id and aria attributes from the Field around it. Only fields that say what they are for are
 * remembered by the browser.
 */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      dir="auto"
      autoComplete="off"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles.input, className)}
    />
  )
}

/** An email address; say `autoComplete="username"` where it is what its person logs in with. */
export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

/** A password with a button that shows it; say `autoComplete` so that password managers know which one it is. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.wrap}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...useFieldControl()}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames(styles.input, styles.roomAtEnd, className)}
      />
      <span className={styles.end}>
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? ui_password_hide() : ui_password_show()}
          disabled={rest.disabled}
          onClick={() => setShown(!shown)}
        />
      </span>
    </div>
  )
}
