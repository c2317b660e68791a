/** "Beirut, Lebanon" of a person; undefined where neither is known. */
export function locationWords(person: {
  state: string | null
  country: string | null
}): string | undefined {
  return [person.state, person.country].filter(Boolean).join(', ') || undefined
}
