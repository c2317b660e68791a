import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Quest } from '#contract/quests/model.ts'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import { questVersions } from '#contract/quests/quest-versions.gen.ts'
import { questCard } from '#contract/quests/shelf.ts'
import fingerprints from './fingerprints.json' with { type: 'json' }

/** Every version that was ever on the shelf. */
const played = await Promise.all(
  questTypes.flatMap((type) =>
    Object.entries(questVersions[type]).map(async ([version, load]) => {
      return { name: `${type}@${version}`, version: Number(version), quest: await load() }
    }),
  ),
)

describe('a version of a quest', () => {
  test.each(played)('$name says which one it is', ({ quest, version, name }) => {
    expect(`${quest.type}@${quest.version}`).toBe(name)
    expect(quest.version).toBe(version)
  })

  test('never changes what its answers mean: a change is a new version', () => {
    const now = Object.fromEntries(played.map(({ name, quest }) => [name, fingerprint(quest)]))
    expect(now).toEqual(fingerprints)
  })

  test.each(played)('$name gives its questions ids that are theirs alone', ({ quest }) => {
    expect(quest.questions.map(({ id }) => id)).toEqual(
      quest.questions.map((_, index) => `${quest.id}-${index + 1}`),
    )
    expect(quest.questions.map(({ n }) => n)).toEqual(quest.questions.map((_, index) => index + 1))
  })

  test('on the shelf is the newest one', () => {
    for (const type of questTypes) {
      const versions = Object.keys(questVersions[type]).map(Number)
      const card = questCard(questTypes.indexOf(type) + 1)
      expect([type, card?.version]).toEqual([type, Math.max(...versions)])
    }
  })
})

/** Everything that answers name and scores are made of; words of questions and results may be bettered. */
function fingerprint(quest: Quest): string {
  const meaning = {
    questions: quest.questions.map(({ id, options, weight }) => ({ id, options, weight })),
    distress: quest.distress && [quest.distress.rateMin, quest.distress.options],
    reverse: quest.reverse,
    scores: quest.scores.map(({ id, expr }) => ({ id, expr })),
    bands: quest.bands.map(({ id, when, destination, tone }) => ({ id, when, destination, tone })),
    risks: quest.risks.map(({ id, when, action, timing }) => ({ id, when, action, timing })),
    conflicts: quest.conflicts?.map(({ items, greater }) => ({ items, greater })),
  }
  return createHash('sha256').update(JSON.stringify(meaning)).digest('hex').slice(0, 16)
}
