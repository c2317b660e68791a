/**
 * True for an address that a checkout may be at: a page of our own or of whoever takes the money. Nothing that the
 * browser would run.
 */
export function isCheckoutAddress(address: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true
  return URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol)
}
