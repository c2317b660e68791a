export interface CookieFacts {
  readonly name: string
  /** Empty to remove the cookie. */
  readonly value: string
  /** The browser sends it to this path and below. */
  readonly path: string
  readonly maxAgeSeconds: number
  /** Over HTTPS alone; true wherever the server is in production. */
  readonly secure: boolean
}

/** A `Set-Cookie` header of a cookie that no script reads and no other site sends along. */
export function setCookie({ name, value, path, maxAgeSeconds, secure }: CookieFacts): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`]
  return [...parts, 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])].join('; ')
}

/** The value of a cookie in a `Cookie` header; the first of a name stands. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key = '', ...value] = part.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return undefined
}
