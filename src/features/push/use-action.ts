import { useState } from 'react'
import { failureText } from '#src/offline/api/api-error.ts'
import { showToast, type ToastOptions } from '#src/ui/message/toast.tsx'

/** What is said of something that was done; a text alone is a success. */
export type Done = string | Pick<ToastOptions, 'text' | 'tone'>

/** Actions by their names, each once at a time, with a word when it is done or why it was not. */
export function useAction() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  async function run(name: string, work: () => Promise<Done>, failed: string) {
    if (busy.has(name)) return
    setBusy((now) => new Set(now).add(name))
    try {
      const done = await work()
      showToast(typeof done === 'string' ? { text: done, tone: 'success' } : done)
    } catch (error) {
      showToast({ text: failureText(error, failed), tone: 'danger' })
    } finally {
      setBusy((now) => new Set([...now].filter((other) => other !== name)))
    }
  }
  return { run, busy }
}
