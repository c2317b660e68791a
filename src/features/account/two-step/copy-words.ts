import * as m from '#src/i18n/paraglide/messages.js'
import { showToast } from '#src/ui/message/toast-store.ts'

/** Puts a text on the clipboard and says so, or says that the browser did not let us. */
export async function copyWords(text: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  showToast(
    copied
      ? { text: m.twostep_copied(), tone: 'success' }
      : { text: m.twostep_copy_failed(), tone: 'danger' },
  )
}
