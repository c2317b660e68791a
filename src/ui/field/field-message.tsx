import styles from './field.module.css'
import { Icon } from '#src/ui/image/icon.tsx'

/** The sentence under a control that says what is wrong; read aloud when it appears. */
export function FieldMessage({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p className={styles.error} id={id} aria-live="polite">
      {text && (
        <>
          <Icon name="alert" size={18} />
          <span>{text}</span>
        </>
      )}
    </p>
  )
}
