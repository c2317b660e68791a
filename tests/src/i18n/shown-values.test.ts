import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { sourceFiles } from '#tests/architecture/source-files.ts'

/** Fields whose values are English wherever they are stored: a screen shows them by `term`. */
const fields = new Set(['specialization', 'specialty', 'category', 'country', 'gender'])
/** A message has words of its own for none of them; a page has parts that are called `state`, too. */
const inputs = new Set([...fields, 'state'])
/** Where a component takes a text. */
const textProps = new Set(['title', 'subtitle', 'label', 'hint', 'text', 'aria-label'])

test('a screen shows no value as it is stored: in English', () => {
  const screens = sourceFiles(['.tsx', '.ts']).filter(({ path }) => path.startsWith('src/'))
  const shown = screens.flatMap(({ path, text }) => shownIn(path, text))
  // What no category is called, as an address has it.
  expect(shown).toEqual(['src/features/quests/pages/quests-page.tsx: category'])
})

test.each([
  ['<p>{provider.specialization}</p>', ['specialization']],
  ['<p>{a?.category ?? "None"}</p>', ['category']],
  ['<p>{person.country ? person.country : other}</p>', ['country']],
  ['<Card subtitle={specialization} specialty={specialization} />', ['specialization']],
  ['m.place({ state, name })', ['state']],
  ['joinFacts([a.category, term(a.category)])', ['category']],
  ['<p>{term(provider.specialization)}</p>', []],
  ['<p>{state}</p>', []],
  ['<option value={category} key={category}>{term(category)}</option>', []],
])('%s shows %j', (text, shown) => {
  expect(shownIn('a.tsx', `const a = ${text}`)).toEqual(shown.map((name) => `a.tsx: ${name}`))
})

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

function shownIn(path: string, text: string): string[] {
  return walk(parseSync(path, text).program).map((name) => `${path}: ${name}`)
}

function walk(part: unknown, inText = false): string[] {
  if (Array.isArray(part)) return part.flatMap((each) => walk(each, inText))
  if (!isNode(part)) return []
  const here = shownBy(part, inText)
  const below = Object.entries(part).flatMap(([name, inside]) =>
    // What is in a tag, and not among its attributes, is a text.
    walk(
      inside,
      part.type === 'JSXElement' ? name === 'children' : inText && name !== 'attributes',
    ),
  )
  return [...here, ...below]
}

/** What a part of a page shows by itself. */
function shownBy(node: Node, inText: boolean): string[] {
  if (node.type === 'JSXExpressionContainer' && inText) return valuesOf(node['expression'], fields)
  if (node.type === 'JSXAttribute') {
    const { name, value } = node
    if (!textProps.has(String((name as Node)['name'])) || !isNode(value)) return []
    return valuesOf(value['expression'], fields)
  }
  if (node.type !== 'CallExpression') return []
  const callee = node['callee'] as Node
  const given = node['arguments'] as readonly Node[]
  if (callee['name'] === 'joinFacts') {
    return given.flatMap((list) =>
      Object.values((list['elements'] as readonly Node[] | undefined) ?? []).flatMap((each) =>
        valuesOf(each, fields),
      ),
    )
  }
  if ((callee['object'] as Node | undefined)?.['name'] !== 'm') return []
  const properties = given.flatMap(
    (each) => (each['properties'] as readonly Node[] | undefined) ?? [],
  )
  return properties.flatMap(({ value }) => valuesOf(value, inputs))
}

/** The fields that an expression may come to, as they are. */
function valuesOf(part: unknown, names: ReadonlySet<string>): string[] {
  if (!isNode(part)) return []
  switch (part.type) {
    case 'Identifier':
      return names.has(String(part['name'])) ? [String(part['name'])] : []
    case 'MemberExpression':
      return part['computed'] === true ? [] : valuesOf(part['property'], names)
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return valuesOf(part['expression'], names)
    case 'LogicalExpression':
      // What stands before an `and` is a question.
      return [
        ...(part['operator'] === '&&' ? [] : valuesOf(part['left'], names)),
        ...valuesOf(part['right'], names),
      ]
    case 'ConditionalExpression':
      return [...valuesOf(part['consequent'], names), ...valuesOf(part['alternate'], names)]
    default:
      return []
  }
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part
}
