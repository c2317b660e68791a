import type { Problem } from '#contract/problem.ts'
import { chosen } from './chosen.ts'

/** A value or a sentence that is English where it is stored, in the language of the screen; itself where it has no other. */
export function term(text: string): string {
  return chosen[termKey(text)]?.(text.match(/\d+/g) ?? []) ?? text
}

export function stateTerm(name: string, country: string | null): string {
  return chosen[termKey(name, country ?? '')]?.() ?? name
}

/**
 * What the server said, in the language of the screen: by its words, else by what its code says. What names a field has no
 * other words than its own.
 */
export function problemTerm(problem: Problem): Problem {
  const { message, fields, code } = problem
  const said = term(message)
  const byCode = said === message && !fields ? chosen[`problem ${code}`]?.() : undefined
  return {
    ...problem,
    message: byCode ?? said,
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, term(text)])),
    }),
  }
}

/** Under what a term is among the messages of a language; a state's with its country. */
export function termKey(text: string, of = ''): string {
  return `${of}= ${text.replaceAll(/\d+/g, '#')}`
}
