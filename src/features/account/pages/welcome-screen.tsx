import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './welcome-screen.module.css'

/** Spec 2: /welcome, after a registration that worked. */
export function WelcomeScreen({ codeSent }: { codeSent: boolean }) {
  return (
    <Card className={styles.welcome}>
      <span className={styles.emoji} aria-hidden="true">
        <Face emoji="🎉" />
      </span>
      <h1>{m.register_welcome_title()}</h1>
      <p>{m.register_welcome_text()}</p>
      {codeSent && <p>{m.register_welcome_code()}</p>}
      <Link className={buttonClass({ size: 'large' })} to="/login">
        {m.register_welcome_login()}
      </Link>
    </Card>
  )
}
