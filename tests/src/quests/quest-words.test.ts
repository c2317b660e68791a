import { existsSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { baseLanguage, languages, type Language } from '#contract/language.ts'
import { pq16 } from '#contract/quests/catalog/pq16.ts'
import type { Quest, QuestAnswer, QuestResult } from '#contract/quests/model.ts'
import { questCards } from '#contract/quests/quest-cards.gen.ts'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import { questVersions } from '#contract/quests/quest-versions.gen.ts'
import { generalTexts, resultTexts } from '#contract/quests/response.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import {
  cardIn,
  saidByText,
  spokenQuest,
  tongueOf,
  type ItemWords,
  type QuestSpeech,
  type QuestWords,
} from '#src/features/quests/quest-words.ts'
import { changeSpeech } from '#src/i18n/chosen.ts'
import { ar as arabicTerms } from '#src/i18n/terms-ar.ts'
import { reviewMark } from '../../../scripts/review-states.ts'

const folder = new URL('../../../src/i18n/', import.meta.url)
const translations = languages.filter((each) => existsSync(fileOf(each))).map(readSpeech)
const arabic = readSpeech('ar')

const played = await Promise.all(
  questTypes.flatMap((type) => Object.values(questVersions[type]).map((load) => load())),
)

afterEach(() => changeSpeech({ language: baseLanguage }))

describe.each(translations)('$language', (speech) => {
  const translated = played.flatMap((quest) => {
    const words = speech.quests[quest.type]
    return words ? [{ name: `${quest.type}@${quest.version}`, quest, words }] : []
  })

  test('has quests of this build alone', () => {
    const known = new Set<string>(questTypes)
    expect(Object.keys(speech.quests).filter((type) => !known.has(type))).toEqual([])
  })

  test.each(translated)('has words for all of $name, and for nothing else', (one) => {
    const { quest, words } = one
    const own = shapeOf(words)
    expect(shapeOf(englishOf(quest)).filter((path) => !own.includes(path))).toEqual([])
    if (quest.version !== questCards[quest.type].version) return
    expect(own).toEqual(shapeOf(englishOf(quest)))
  })

  test('has words everywhere, in one line each', () => {
    const texts = textsOf([speech.general, speech.quests])
    expect(texts.filter((text) => text.trim() !== text || text === '' || /\n/.test(text))).toEqual(
      [],
    )
  })

  test('asks in its own questions only where somebody has reviewed them as they are', () => {
    const wrong = translated.flatMap(({ name, quest, words: { items } }) => {
      if (!items?.reviewed || items.version !== quest.version) return []
      const mark = itemsMark(quest, items)
      const asked = spokenQuest(quest, speech).itemsIn === speech.language
      return asked && items.reviewed.mark === mark ? [] : [{ name, asked, mark }]
    })
    expect(wrong).toEqual([])
  })
})

describe('Arabic', () => {
  test('has every quest, in Arabic letters and punctuation', () => {
    expect(Object.keys(arabic.quests).toSorted()).toEqual([...questTypes].toSorted())
    const texts = textsOf([arabic.general, arabic.quests])
    expect(texts.filter((text) => /[A-Za-z,?;\u0660-\u0669\u06F0-\u06F9]/.test(text))).toEqual([])
  })

  test('names no disorder, and sends nobody with a heavy result away without a person to talk to', () => {
    const disorders =
      /اكتئاب|ذهان|فصام|نرجسي|وسواس|هوس|اضطراب|توحد|ثنائي القطب|رهاب|إدمان|مرض نفسي|مريض/
    // A result leads to a kind of care provider by its name.
    const texts = textsOf([arabic.general, arabic.quests, arabicTerms.specialties])
    expect(texts.filter((text) => disorders.test(text))).toEqual([])
    const alone = played.flatMap(({ type, bands }) =>
      bands
        .filter(({ tone }) => tone === 'urgent')
        .filter(({ id }) => !arabic.quests[type]?.bands[id]?.text.includes('شخص بالغ موضع ثقتك'))
        .map(({ id }) => `${type} ${id}`),
    )
    expect(alone).toEqual([])
  })

  test('says what the English words say of help: a person to tell, and how soon', () => {
    const grave = played.flatMap(({ type, risks }) =>
      risks.map(({ id, text }) => ({ id, text, said: arabic.quests[type]?.risks[id]?.text ?? '' })),
    )
    const means: [RegExp, RegExp][] = [
      [/adult you trust|trusted adult/, /شخص بالغ موضع ثقتك/],
      [/doctor/, /طبيب/],
      [/help lines?/, /خطوط المساعدة|خط مساعدة/],
      [/right now|at once/, /فورًا|الآن/],
      [/today/, /اليوم/],
      [/emergency number/, /رقم الطوارئ/],
      [/never your fault/, /ليس ذلك ذنبك أبدًا/],
    ]
    const lacking = grave.flatMap(({ id, text, said }) =>
      means.flatMap(([english, own]) =>
        english.test(text) && !own.test(said) ? [[id, said]] : [],
      ),
    )
    expect(lacking).toEqual([])
  })
})

describe('a quest in another language', () => {
  test('in English is the quest itself', () => {
    const english: QuestSpeech = { language: 'en', general: generalTexts, quests: {} }
    for (const quest of played) expect(spokenQuest(quest, english)).toMatchObject(quest)
  })

  test('that has no words for it is English whole', () => {
    changeSpeech({ language: 'ar' })
    const spoken = spokenQuest(pq16, { ...arabic, quests: {} })
    expect(spoken).toMatchObject({ ...pq16, general: generalTexts })
    expect([spoken.wordsIn, spoken.itemsIn]).toEqual(['en', 'en'])
    expect(tongueOf(spoken.wordsIn)).toEqual({ lang: 'en', dir: 'ltr' })
    const { title, tongue } = cardIn({ ...arabic, quests: {} }, questCards.pq16)
    expect([title, tongue]).toEqual([pq16.title, { lang: 'en', dir: 'ltr' }])
  })

  test.each(played)(
    '$type $version: has its words, and asks in English what nobody reviewed',
    (quest) => {
      changeSpeech({ language: 'ar' })
      const spoken = spokenQuest(quest, arabic)
      expect(spoken.wordsIn).toBe('ar')
      expect(tongueOf(spoken.wordsIn)).toEqual({})
      expect(spoken.itemsIn).toBe('en')
      expect(spoken.distress).toEqual(quest.distress)
      for (const { n, text, hint, options } of quest.questions) {
        expect(spoken.questions[n - 1]).toMatchObject({ text, options })
        expect(spoken.questions[n - 1]?.hint).toBe(hint)
      }
    },
  )

  test('comes to the same result as in English, in other words', () => {
    const answers = firstOptions(pq16)
    const scored = scoreQuest(pq16, answers)
    expect(scoreQuest(spokenQuest(pq16, reviewed()), answers)).toEqual(scored)
    if (scored.kind === 'refused') throw new Error('The answers do not fit')
    const { label } = resultTexts(spokenQuest(pq16, arabic), scored.result, arabic.general)
    expect(label).toBe(arabic.quests.pq16?.bands['few']?.label)
  })

  test('speaks of a grave answer in its own words, in place of any band', () => {
    const result = { ...grave, risks: ['epds-q10'] }
    const quest = played.find(({ type }) => type === 'epds')
    if (!quest) throw new Error('There is no such quest')
    const { label, text, risks } = resultTexts(spokenQuest(quest, arabic), result, arabic.general)
    expect({ label, text }).toEqual(arabic.general.heavyAnswer)
    expect(risks[0]).toMatchObject({ ...arabic.quests.epds?.risks['epds-q10'] })
  })

  test('is found by the English words that came from the server', () => {
    const said = saidByText(pq16, arabic)
    expect(said.get('Mind Tricks')).toBe(arabic.quests.pq16?.title)
    expect(said.get('Worth a chat')).toBe(arabic.quests.pq16?.bands['some']?.label)
    expect(said.get('Odd moments')).toBe(arabic.quests.pq16?.scores['symptoms'])
    expect(said.get('One answer matters most')).toBe(arabic.general.heavyAnswer.label)
    expect(saidByText(pq16, { ...arabic, quests: {} }).size).toBe(0)
  })
})

describe('questions in another language', () => {
  test('are asked where somebody has reviewed them; what is stored stays the English text', () => {
    const spoken = spokenQuest(pq16, reviewed())
    expect(spoken.itemsIn).toBe('ar')
    expect(spoken.questions[13]).toMatchObject({ text: 'سؤال 14', hint: 'توضيح' })
    expect(spoken.questions[0]?.hint).toBeUndefined()
    expect(spoken.questions[0]?.options).toEqual([
      { text: 'False', rate: 0, said: 'خطأ' },
      { text: 'True', rate: 1, said: 'صحيح' },
    ])
    expect(spoken.distress?.text).toBe('كم أزعجك ذلك؟')
    expect(spoken.distress?.options[0]).toMatchObject({ text: 'Not bothered', said: 'إزعاج 0' })
  })

  test.each<[string, (items: ItemWords) => ItemWords]>([
    ['that nobody reviewed', (items) => ({ ...items, reviewed: undefined })],
    [
      'whose reviewer has no name',
      (items) => ({ ...items, reviewed: { by: ' ', on: '', mark: '' } }),
    ],
    ['of another version', (items) => ({ ...items, version: 2 })],
    ['of which one is missing', (items) => ({ ...items, questions: items.questions.slice(1) })],
    [
      'of which one lacks its hint',
      (items) => ({ ...items, questions: items.questions.map(({ text }) => ({ text })) }),
    ],
    ['of which an answer is missing', (items) => ({ ...items, options: { True: 'صحيح' } })],
    ['without the second question', (items) => ({ ...items, distress: undefined })],
  ])('%s are all English', (_, spoiled) => {
    const spoken = spokenQuest(pq16, withItems(spoiled(madeUp)))
    expect(spoken.itemsIn).toBe('en')
    expect(spoken.questions.map(({ text }) => text)).toEqual(pq16.questions.map(({ text }) => text))
    expect(spoken.questions[0]?.options).toEqual(pq16.questions[0]?.options)
    expect(spoken.distress).toEqual(pq16.distress)
    expect(spoken.title).toBe(arabic.quests.pq16?.title)
  })

  test('are read anew where the English ones or they themselves change', () => {
    const mark = itemsMark(pq16, madeUp)
    const [first, ...others] = pq16.questions
    const changed = { ...pq16, questions: [{ ...first, text: 'Another one.' }, ...others] } as Quest
    expect(itemsMark(pq16, { ...madeUp, distress: 'كم؟' })).not.toBe(mark)
    expect(itemsMark(changed, madeUp)).not.toBe(mark)
    expect(itemsMark({ ...pq16, title: 'Other' }, madeUp)).toBe(mark)
  })
})

/** A wording that nobody has reviewed but this test. */
const madeUp: ItemWords = {
  version: 1,
  reviewed: { by: 'Somebody of this test', on: '2026-11-23', mark: '' },
  questions: pq16.questions.map(({ n, hint }) => ({
    text: `سؤال ${n}`,
    ...(hint && { hint: 'توضيح' }),
  })),
  options: {
    True: 'صحيح',
    False: 'خطأ',
    ...Object.fromEntries(
      pq16.distress?.options.map(({ text, rate }) => [text, `إزعاج ${rate}`]) ?? [],
    ),
  },
  distress: 'كم أزعجك ذلك؟',
}

const grave: QuestResult = {
  questId: 5,
  type: 'epds',
  version: 1,
  scores: {},
  band: 'low',
  tone: 'calm',
  destination: null,
  risks: [],
}

function reviewed(): QuestSpeech {
  return withItems(madeUp)
}

function withItems(items: ItemWords): QuestSpeech {
  const words = arabic.quests.pq16
  if (!words) throw new Error('There is no such quest')
  return { ...arabic, quests: { pq16: { ...words, items } } }
}

/** What a reviewer has read: questions, hints and answers in English and in the language, but not their own name. */
function itemsMark({ questions, distress }: Quest, items: ItemWords): string {
  const asked = questions.map(({ text, hint, options }) => [text, hint, options])
  return reviewMark(
    JSON.stringify([asked, distress]),
    JSON.stringify({ ...items, reviewed: undefined }),
  )
}

function readSpeech(language: Language): QuestSpeech {
  const words = JSON.parse(readFileSync(fileOf(language), 'utf8')) as QuestSpeech
  return { ...words, language }
}

function fileOf(language: Language): URL {
  return new URL(`quests.${language}.json`, folder)
}

/** The words of a quest as its own file has them. */
function englishOf(quest: Quest): QuestWords {
  const { title, title2, description, timeFrame, notice, contentNote, gate } = quest
  const { questions, scores, bands, risks, conflicts } = quest
  const warned = questions.flatMap(({ n, contentNote }) => (contentNote ? [[n, contentNote]] : []))
  return {
    title,
    title2,
    description,
    timeFrame,
    notice,
    ...(contentNote && { contentNote }),
    ...(warned.length > 0 && { warnings: Object.fromEntries(warned) }),
    ...(gate && {
      gate: { question: gate.question, yes: gate.yes, no: gate.no, instead: gate.instead.text },
    }),
    scores: Object.fromEntries(scores.map(({ id, label }) => [id, label])),
    bands: Object.fromEntries(bands.map(({ id, label, text }) => [id, { label, text }])),
    risks: Object.fromEntries(risks.map(({ id, title, text }) => [id, { title, text }])),
    ...(conflicts && {
      conflicts: Object.fromEntries(conflicts.map(({ id, text }) => [id, text])),
    }),
  }
}

/** The names of everything in some words, without the questions. */
function shapeOf(words: QuestWords): string[] {
  return paths(words)
    .filter((path) => !/^items\b/.test(path))
    .toSorted()
}

function paths(of: object): string[] {
  return Object.entries(of).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? [name, ...paths(value).map((each) => `${name}.${each}`)]
      : [name],
  )
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** The first option of each question, with the least distress where that is asked. */
function firstOptions({ questions }: Quest): QuestAnswer[] {
  return questions.map(({ id, options }) => ({ questionId: id, value: options[0]?.text ?? '' }))
}
