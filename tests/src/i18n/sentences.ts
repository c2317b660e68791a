import * as v from 'valibot'
import { parseSync } from 'vite'

/** What walking needs to see of a schema, and of the rules in its pipe. */
interface Shape {
  readonly kind?: string
  readonly message?: unknown
  readonly pipe?: readonly Shape[]
  readonly entries?: Readonly<Record<string, Shape>>
  readonly items?: readonly Shape[]
  readonly options?: readonly unknown[]
  readonly item?: Shape
  readonly wrapped?: Shape
  readonly key?: Shape
  readonly value?: Shape
  readonly rest?: Shape
}

/** What the library says of its own accord, which nobody is shown. */
const libraryWords = /^Invalid [a-z ]+: Expected /

/** Every sentence with which a module's schemas, rules and exported texts refuse what somebody entered. */
export function sentencesOf(exports: Readonly<Record<string, unknown>>): string[] {
  const found = new Set<string>()
  const seen = new WeakSet<object>()
  const note = (text: unknown) => {
    if (typeof text === 'string' && !libraryWords.test(text)) found.add(text)
  }
  const walkAll = (all: readonly unknown[]) => all.forEach((each) => walk(each))
  function walk(value: unknown, name = ''): void {
    if (typeof value === 'string' && /Text$|Rule$/.test(name)) note(value)
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (!isRule(value)) {
      const inside = name.endsWith('Texts') ? 'aText' : ''
      return Object.entries(value).forEach(([key, each]) => walk(each, inside || key))
    }
    const { message, pipe, entries, items, options, item, wrapped, key, value: of, rest } = value
    note(message)
    if (typeof message === 'function') saidTo(value).forEach(note)
    walkAll(Object.values(entries ?? {}))
    walkAll([...(pipe ?? []), ...(items ?? []), ...(options ?? []), item, wrapped, key, of, rest])
  }
  for (const [name, value] of Object.entries(exports)) walk(value, name)
  return [...found]
}

function isRule(value: object): value is Shape {
  return 'kind' in value && ['schema', 'validation', 'transformation'].includes(String(value.kind))
}

/** What a schema says that makes its sentence of what it was given: nothing, an empty object, another word. */
function saidTo(schema: Shape): string[] {
  if (schema.kind !== 'schema') return []
  // What says that it is a schema was made by valibot: the walk over a module's exports knows no types.
  const run = schema as unknown as v.GenericSchema
  return [undefined, {}, 'other'].flatMap(
    (input) => v.safeParse(run, input).issues?.map(({ message }) => message) ?? [],
  )
}

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

/** Numbers in a sentence stand for any. */
const withoutNumbers = (text: string) => text.replaceAll(/\d+/g, '#')

/** Tells of a sentence whether some text of these sources is it, or becomes it with its parts filled in. */
export function saidIn(sources: readonly { path: string; text: string }[]) {
  const plain = new Set<string>()
  const filled: RegExp[] = []
  for (const { path, text } of sources) {
    for (const parts of textsIn(parseSync(path, text).program)) {
      if (parts.length === 1) plain.add(withoutNumbers(parts[0] ?? ''))
      // Parts that are all but empty would become any sentence.
      else if (parts.join('').length >= 10) filled.push(becoming(parts))
    }
  }
  return (sentence: string) => {
    const text = withoutNumbers(sentence)
    return plain.has(text) || filled.some((pattern) => pattern.test(text))
  }
}

function becoming(parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.map((part) => escaped(withoutNumbers(part))).join('.+')}$`)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** The texts of a program; of a template the parts between what it is filled with. */
function textsIn(part: unknown): string[][] {
  if (Array.isArray(part)) return part.flatMap(textsIn)
  if (typeof part !== 'object' || part === null || !('type' in part)) return []
  const node = part as Node
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [[node['value']]] : []
  const inside = Object.values(node).flatMap(textsIn)
  if (node.type !== 'TemplateLiteral') return inside
  const quasis = node['quasis'] as readonly { value: { cooked: string } }[]
  return [quasis.map(({ value }) => value.cooked), ...inside]
}
