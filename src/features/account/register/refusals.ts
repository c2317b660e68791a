/** What the server said about fields, together with what stood in them then. */
export interface Refusals<Fields> {
  readonly texts: Readonly<Partial<Record<keyof Fields & string, string>>>
  readonly sent: Fields
}

/** The server's text about a field, for as long as the field still holds what was refused. */
export function refusalOf<Fields, Name extends keyof Fields & string>(
  refusals: Refusals<Fields> | undefined,
  name: Name,
  value: Fields[Name],
): string | undefined {
  return refusals && Object.is(refusals.sent[name], value) ? refusals.texts[name] : undefined
}
