import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import type { Quest } from '#contract/quests/model.ts'
import settings from '../../../.oxfmtrc.json' with { type: 'json' }

/**
 * What the lists know of a quest without loading it is made of the quests' own files:
 * `npx vitest run --project unit tests/contract/quests/generated.test.ts -u` writes it anew.
 */
const folder = fileURLToPath(new URL('../../../contract/quests', import.meta.url))

interface Version {
  readonly quest: Quest
  /** The file and the name of its export. */
  readonly file: string
  readonly name: string
}

const versions = await readCatalog()
const types = [...new Set(versions.map(({ quest }) => quest.type))]
const newest = types.map((type) => versionsOf(type).at(-1)?.quest)

test.each([
  ['quest-types.gen.ts', typesSource()],
  ['quest-cards.gen.ts', cardsSource()],
  ['quest-versions.gen.ts', versionsSource()],
])('%s is what the files of the quests say', async (name, source) => {
  await expect(await formatted(name, source)).toMatchFileSnapshot(`${folder}/${name}`)
})

test('the ids of the quests run from 1 without a gap', () => {
  expect(newest.map((quest) => quest?.id)).toEqual(newest.map((_, index) => index + 1))
})

test('every version of a quest is the only one with its number', () => {
  const names = versions.map(({ quest }) => `${quest.type}@${quest.version}`)
  expect(new Set(names).size).toBe(names.length)
})

function typesSource(): string {
  return `/** Spec 9: the internal codes in the order of their ids. Never shown: not on a screen, not in an address. */
    export const questTypes = ${JSON.stringify(types)} as const
    export type QuestType = (typeof questTypes)[number]`
}

function cardsSource(): string {
  return `import type { QuestCard } from './model.ts'
    import type { QuestType } from './quest-types.gen.ts'

    /** The card of every quest, so that a list loads no questions; spec 9 gives ids, counts and indicators. */
    export const questCards: Readonly<Record<QuestType, QuestCard>> = {
      ${newest.map((quest) => quest && `${quest.type}: ${JSON.stringify(cardOf(quest))}`).join(',\n')}
    }`
}

function versionsSource(): string {
  const rows = types.map((type) => {
    const loads = versionsOf(type).map(
      ({ quest, file, name }) =>
        `${quest.version}: () => import('./catalog/${file}').then(({ ${name} }) => ${name})`,
    )
    return `${type}: { ${loads.join(', ')} }`
  })
  return `import type { Versions } from './catalogue.ts'
    import type { QuestType } from './quest-types.gen.ts'

    /** Each file is a chunk of its own: a phone loads the quest that is opened. */
    export const questVersions: Readonly<Record<QuestType, Versions>> = {
      ${rows.join(',\n')}
    }`
}

/** The fields of a quest that its card shows. */
function cardOf(quest: Quest) {
  const { id, type, title, title2, description, category, indicator, release } = quest
  const { sensitive, forGender, count, version, createdAt } = quest
  const shown = { id, type, title, title2, description, category, indicator, release }
  return { ...shown, sensitive, forGender, count, version, createdAt }
}

/** Every version of every quest, by id, newest last. */
async function readCatalog(): Promise<Version[]> {
  const files = readdirSync(`${folder}/catalog`)
  const read = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, Quest> = await import(`${folder}/catalog/${file}`)
      return Object.entries(module).map(([name, quest]) => ({ quest, file, name }))
    }),
  )
  return read
    .flat()
    .toSorted((a, b) => a.quest.id - b.quest.id || a.quest.version - b.quest.version)
}

function versionsOf(type: string): Version[] {
  return versions.filter(({ quest }) => quest.type === type)
}

async function formatted(name: string, source: string): Promise<string> {
  const { printWidth, semi, singleQuote } = settings
  const header = '// Made of the files in `catalog` by tests/contract/quests/generated.test.ts.\n\n'
  const multiline = header + source.replaceAll('{"id"', '{\n"id"')
  const { code, errors } = await format(name, multiline, { printWidth, semi, singleQuote })
  expect(errors).toEqual([])
  return code
}
