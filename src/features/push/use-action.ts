import { useState } from 'react'
import { failureText } from '#src/offline/api/api-error.ts'
import { showToast, type ToastOptions } from '#src/ui/message/toast.tsx'

/** What is said of something that was done; a text alone is a success. */
export type Done = string | Pick<ToastOptions, 'text' | 'tone'>

/** One action at a time, with a word when it is done or why it was not. */
export function useAction() {
  const [busy, setBusy] = useState<string>()
  async function run(name: string, work: () => Promise<Done>, failed: string) {
    if (busy !== undefined) return
    setBusy(name)
    try {
      const done = await work()
      showToast(typeof done === 'string' ? { text: done, tone: 'success' } : done)
    } catch (error) {
      showToast({ text: failureText(error, failed), tone: 'danger' })
    } finally {
      setBusy(undefined)
    }
  }
  return { run, busy }
}
