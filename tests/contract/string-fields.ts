import fc from 'fast-check'
import type { Schema } from '#contract/endpoint.ts'

/** A string somewhere in a schema, with every rule that stands on it. */
export interface StringField {
  readonly path: string
  readonly schema: Schema
}

/** What walking needs to see of a schema. */
interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly items?: readonly Schema[]
  readonly options?: readonly Schema[]
  readonly wrapped?: Schema
  readonly key?: Schema
  readonly value?: Schema
}

/** Types that hold no string, or one of a list of ours. */
const closed = new Set(['boolean', 'number', 'picklist', 'literal', 'undefined', 'null'])

/** Every string that an input of this schema may hold. Throws for a schema that says nothing of what is in it. */
export function stringFields(schema: Schema, path: string): StringField[] {
  const shape = schema as unknown as Shape
  const inside = (inner: Schema | undefined, name: string) =>
    inner ? stringFields(inner, `${path}${name}`) : []
  switch (shape.type) {
    case 'string':
      return [{ path, schema }]
    case 'object':
    case 'strict_object':
      return Object.entries(shape.entries ?? {}).flatMap(([name, inner]) =>
        inside(inner, `.${name}`),
      )
    case 'array':
      return inside(shape.item, '[]')
    case 'tuple':
    case 'strict_tuple':
      return (shape.items ?? []).flatMap((inner, index) => inside(inner, `[${index}]`))
    case 'variant':
      return (shape.options ?? []).flatMap((inner, index) => inside(inner, `|${index}`))
    case 'union':
      return (shape.options ?? []).flatMap((inner, index) => inside(inner, `|${index}`))
    case 'optional':
    case 'nullable':
    case 'nullish':
      return inside(shape.wrapped, '')
    case 'record':
      return [...inside(shape.key, '{key}'), ...inside(shape.value, '{value}')]
    default:
      if (closed.has(shape.type)) return []
      throw new Error(`${path} may hold anything: ${shape.type}`)
  }
}

/** What hides in a text: NUL, controls, halves, marks that turn it around, invisible letters. */
const hidden = [
  '\u0000',
  '\u0001',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\ud800',
  '\udfff',
  '\u200b',
  '\u2060',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u3164',
  '\ufeff',
  '\uffff',
  '\ufff9',
  '\u{e0001}',
  '\u{e0041}',
  '\u{e007f}',
] as const

/** Everything else that a cleaning has to leave or to weigh. */
const beside = [' ', '\n', '\r', '\t', 'e', '\u0301', '🏴', '💚', '\u200d', '\u200c', '\u200e', 'م']

/** Texts made to hide something. */
export function hostileString(): fc.Arbitrary<string> {
  const pieces = fc.oneof(
    fc.constantFrom(...hidden),
    fc.constantFrom(...beside),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
  )
  return fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''))
}

/** A text with something hidden put into it. */
export function poisoned(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.constantFrom(...hidden))
    .map(([at, poison]) => text.slice(0, at) + poison + text.slice(at))
}

/** Whether a text can be stored and shown for what it is. */
export function isCleanText(text: string): boolean {
  const flags = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu
  const rest = text.replaceAll(flags, '')
  return (
    text.isWellFormed() &&
    text.normalize('NFC') === text &&
    !/[^\P{Cc}\n\t]|[\u200b\u2060-\u206f\u202a-\u202e\ufeff\u3164\uffff\ufff9]/u.test(rest) &&
    !/[\u{E0000}-\u{E007F}]/u.test(rest)
  )
}
