export interface CookieFacts {
  readonly name: string
  /** The browser sends it to this path and below. */
  readonly path: string
  /** Over HTTPS alone, and refused by browsers from anywhere else; true wherever the server is in production. */
  readonly secure: boolean
}

/** A cookie that no script reads and no other site sends along. */
export interface Cookie {
  /** The `Set-Cookie` header that gives it to the browser. */
  set(value: string, maxAgeSeconds: number): string
  /** The `Set-Cookie` header that takes it away. */
  clear(): string
  /** Its value in a `Cookie` header; the first of a name counts. */
  read(header: string | undefined): string | undefined
}

/** The one writer and reader of a cookie: its name is made here alone, and both sides use the same. */
export function createCookie({ name: given, path, secure }: CookieFacts): Cookie {
  // Browsers take a name with this prefix over HTTPS alone: a plain http neighbour cannot plant one.
  const name = secure ? `__Secure-${given}` : given
  const flags = ['HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])]
  const set = (value: string, maxAgeSeconds: number) =>
    [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, ...flags].join('; ')
  return { set, clear: () => set('', 0), read: (header) => valueOf(header, name) }
}

function valueOf(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key = '', ...value] = part.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return undefined
}
