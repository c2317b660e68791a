export interface ToastOptions {
  text: string
  tone?: 'plain' | 'success' | 'danger'
  /** One thing to do about it, such as Undo; the toast leaves when it is done. */
  action?: { label: string; onAction: () => void }
  /** How long it stays while no pointer is on it; 6 s by default, the time the product gives for Undo. */
  durationMs?: number
  /** Called once when it leaves without its action having been taken. */
  onExpire?: () => void
}

export interface ToastItem extends ToastOptions {
  id: string
}

const durationDefaultMs = 6000

/** More than this would cover a phone; the oldest leaves first. */
export const toastsMax = 3

let toasts: readonly ToastItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a passing note above the page and returns its id. */
export function showToast(options: ToastOptions): string {
  lastId += 1
  const id = `toast-${lastId}`
  const leaving = toasts.slice(0, Math.max(0, toasts.length + 1 - toastsMax))
  leaving.forEach((toast) => dismissToast(toast.id))
  publish([...toasts, { durationMs: durationDefaultMs, ...options, id }])
  return id
}

/** Takes a toast away, as its time does; a toast that has left already is no error. */
export function dismissToast(id: string): void {
  const toast = take(id)
  toast?.onExpire?.()
}

/** Does the toast's action and takes it away; a second press does nothing. */
export function actOnToast(id: string): void {
  const toast = take(id)
  toast?.action?.onAction()
}

/** The toasts on show, oldest first; the same array until something changes. */
export function currentToasts(): readonly ToastItem[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function take(id: string): ToastItem | undefined {
  const toast = toasts.find((item) => item.id === id)
  if (toast) publish(toasts.filter((item) => item !== toast))
  return toast
}

function publish(next: readonly ToastItem[]): void {
  toasts = next
  listeners.forEach((listener) => listener())
}
