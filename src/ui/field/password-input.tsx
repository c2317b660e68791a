import { type ComponentProps, useState } from 'react'
import { ui_password_hide, ui_password_show } from '#src/i18n/paraglide/messages.js'
import { classNames } from '#src/ui/class-names.ts'
import { useFieldControl } from './field.tsx'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import styles from './input.module.css'

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
