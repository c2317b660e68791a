import * as m from '#src/i18n/paraglide/messages.js'
import { showToast } from '#src/ui/message/toast-store.ts'

/** Puts words on the clipboard and says whether that worked. */
export async function copyWords(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: m.chat_copied(), tone: 'success' })
  } catch {
    showToast({ text: m.chat_copy_failed(), tone: 'danger' })
  }
}
