import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { passOn } from './pass-on.ts'
import styles from './quest-result.module.css'

/** Asks a trusted person for a talk in ready words, shown to be read first; they say nothing of the answers. */
export function TellSomeone({ look }: { look: 'primary' | 'secondary' }) {
  async function ask() {
    const outcome = await passOn(m.quests_tell_words())
    if (outcome === 'copied') showToast({ text: m.quests_tell_copied(), tone: 'success' })
    if (outcome === 'failed') showToast({ text: m.quests_tell_failed(), tone: 'danger' })
  }

  return (
    <div className={styles.tell}>
      <Button look={look} icon="send" wide onClick={() => void ask()}>
        {m.quests_tell()}
      </Button>
      <q>{m.quests_tell_words()}</q>
    </div>
  )
}
