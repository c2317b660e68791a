import { resetCodeDigits } from '#contract/account/recovery.ts'

/** What typing leaves of a text: its digits, as many as the code has. */
export function typedDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, resetCodeDigits)
}

/** Spec 5: a pasted code is exactly six digits, spaces and dashes aside; undefined for anything else. */
export function pastedCode(text: string): string | undefined {
  const compact = text.replace(/[\s-]/g, '')
  return compact.length === resetCodeDigits && /^\d+$/.test(compact) ? compact : undefined
}
