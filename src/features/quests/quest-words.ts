import { useEffect, useMemo } from 'react'
import { baseLanguage, directionOf, type Language } from '#contract/language.ts'
import type { Quest, QuestCard, QuestOption, Question } from '#contract/quests/model.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import { generalTexts, type GeneralTexts } from '#contract/quests/response.ts'
import { questCard } from '#contract/quests/shelf.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import { currentLanguage } from '#src/i18n/chosen.ts'
import { createStore, useStore } from '#src/lib/store.ts'

/** What a language says for a quest: all but its questions and answers, by the ids that its file has. */
export interface QuestWords extends Pick<
  Quest,
  'title' | 'title2' | 'description' | 'timeFrame' | 'notice' | 'contentNote'
> {
  /** The warnings before single questions, by their numbers. */
  readonly warnings?: Readonly<Record<string, string>>
  readonly gate?: Readonly<Record<'question' | 'yes' | 'no' | 'instead', string>>
  readonly scores: Readonly<Record<string, string>>
  readonly bands: Readonly<Record<string, { readonly label: string; readonly text: string }>>
  readonly risks: Readonly<Record<string, { readonly title: string; readonly text: string }>>
  readonly conflicts?: Readonly<Record<string, string>>
  readonly items?: ItemWords
}

/** Questions and answers in another language: a new wording, which nobody is asked in before somebody has reviewed it. */
export interface ItemWords {
  /** The version of the quest that it is of. */
  readonly version: number
  readonly reviewed?: {
    /** The full name of whoever answers for it, and the day. */
    readonly by: string
    readonly on: string
    /** Of the English words and of these, as they were read: where either changed, a test fails. */
    readonly mark: string
  }
  /** In the order of play. */
  readonly questions: readonly { readonly text: string; readonly hint?: string }[]
  /** What an answer says, by its English text, which is what is stored and sent. */
  readonly options: Readonly<Record<string, string>>
  /** The second question on an answer. */
  readonly distress?: string
}

/** The words of a language for quests; what it lacks is English. */
export interface QuestSpeech {
  readonly language: Language
  readonly general: GeneralTexts
  readonly quests: Readonly<Partial<Record<QuestType, QuestWords>>>
}

type Translation = Omit<QuestSpeech, 'language'>
/** Of a language that lacks no quest: a new one does not compile without its words. */
type WholeTranslation = Translation & { readonly quests: Readonly<Record<QuestType, QuestWords>> }

/** Each language is a script of its own, loaded where quests are shown in it. */
const translations: Partial<Record<Language, () => Promise<Translation>>> = {
  async ar(): Promise<WholeTranslation> {
    const { general, quests } = await import('#src/i18n/quests.ar.json')
    return { general, quests }
  },
  async fr(): Promise<WholeTranslation> {
    const { general, quests } = await import('#src/i18n/quests.fr.json')
    return { general, quests }
  },
}

const english: QuestSpeech = { language: baseLanguage, general: generalTexts, quests: {} }
const loaded = createStore<QuestSpeech>(english)

/** Loads the words of the chosen language before a page with quests. Without them the page is English, and the next asks again. */
export async function readyQuestWords(language = currentLanguage()): Promise<void> {
  const load = translations[language]
  if (!load || loaded.get().language === language) return
  try {
    const words = await load()
    if (language === currentLanguage()) loaded.set({ language, ...words })
  } catch {
    // An English quest is better than none.
  }
}

/** What quests say in the language of the screen, as far as it is here; a component that calls this follows both. */
export function useQuestWords(): QuestSpeech {
  const { language } = useSpeech()
  const words = useStore(loaded)
  // An effect because the words are loaded: a page that was ready has them, others are English until they have come.
  useEffect(() => void readyQuestWords(language), [language])
  return words.language === language ? words : english
}

/** The title of a quest for a sentence outside its pages, in the words that are here; nothing for one that this build lacks. */
export function questTitle(questId: number): string | undefined {
  const card = questCard(questId)
  const { language, quests } = loaded.get()
  const words = language === currentLanguage() ? quests : {}
  return card && (words[card.type]?.title ?? card.title)
}

/** What says to the browser, to screen readers and to the styles that words are not of the language around them. */
export interface Tongue {
  readonly lang?: Language
  readonly dir?: 'ltr' | 'rtl'
}

export function tongueOf(language: Language): Tongue {
  return language === currentLanguage() ? {} : { lang: language, dir: directionOf(language) }
}

/** The words of a card, and in which language they are. */
export function cardIn(speech: QuestSpeech, card: QuestCard) {
  const words = speech.quests[card.type]
  const { title, title2, description } = words ?? card
  return { title, title2, description, tongue: tongueOf(words ? speech.language : baseLanguage) }
}

export interface SpokenOption extends QuestOption {
  /** How it reads in another language: an answer still names its text. */
  readonly said?: string
}

export interface SpokenQuestion extends Question {
  readonly options: readonly SpokenOption[]
}

/** A quest as it is shown. Its rules, and what an answer names, are those of its file. */
export interface SpokenQuest extends Omit<Quest, 'questions' | 'distress'> {
  readonly questions: readonly SpokenQuestion[]
  readonly distress?: NonNullable<Quest['distress']> & { readonly options: readonly SpokenOption[] }
  readonly general: GeneralTexts
  /** The language of its words, and that of its questions and answers. */
  readonly wordsIn: Language
  readonly itemsIn: Language
}

/** A quest in the language of the screen. */
export function useSpokenQuest(quest: Quest): SpokenQuest {
  const speech = useQuestWords()
  return useMemo(() => spokenQuest(quest, speech), [quest, speech])
}

/** A quest in a language: English whole where it has no words for it, and English questions where nobody reviewed others. */
export function spokenQuest(quest: Quest, { language, general, quests }: QuestSpeech): SpokenQuest {
  const words = quests[quest.type]
  if (!words) {
    return { ...quest, general: generalTexts, wordsIn: baseLanguage, itemsIn: baseLanguage }
  }
  const { title, title2, description, timeFrame, notice, contentNote } = words
  const { scores, bands, risks, conflicts, gate, warnings } = words
  const items = reviewedItems(quest, words.items)
  return {
    ...quest,
    title,
    title2,
    description,
    timeFrame,
    notice,
    contentNote,
    general,
    wordsIn: language,
    itemsIn: items ? language : baseLanguage,
    gate: quest.gate &&
      gate && {
        question: gate.question,
        yes: gate.yes,
        no: gate.no,
        instead: { ...quest.gate.instead, text: gate.instead },
      },
    questions: quest.questions.map((question) => {
      const contentNote = warnings?.[question.n] ?? question.contentNote
      return {
        ...question,
        contentNote,
        ...saidItem(question, items, items?.questions[question.n - 1]),
      }
    }),
    distress: quest.distress && {
      ...quest.distress,
      ...saidItem(quest.distress, items, items && { text: items.distress }),
    },
    scores: quest.scores.map((rule) => ({ ...rule, label: scores[rule.id] ?? rule.label })),
    bands: quest.bands.map((band) => ({ ...band, ...bands[band.id] })),
    risks: quest.risks.map((rule) => ({ ...rule, ...risks[rule.id] })),
    conflicts: quest.conflicts?.map((rule) => ({
      ...rule,
      text: conflicts?.[rule.id] ?? rule.text,
    })),
  }
}

/** What a language says for the title, the scores and the results of a quest, by their English words; empty where it has none. */
export function saidByText(quest: Quest, speech: QuestSpeech): ReadonlyMap<string, string> {
  const spoken = spokenQuest(quest, speech)
  if (spoken.wordsIn === baseLanguage) return new Map()
  const labels = (
    from: Pick<Quest, 'bands' | 'scores'>,
    { heavyAnswer, oneAnswer }: GeneralTexts,
  ) => [...from.bands, ...from.scores, heavyAnswer, oneAnswer].map(({ label }) => label)
  const said = labels(spoken, spoken.general)
  const pairs = labels(quest, generalTexts).map((text, at): [string, string] => [
    text,
    said[at] ?? text,
  ])
  return new Map([[quest.title, spoken.title], ...pairs])
}

/** A question and its options as an item says them; what they are without one. */
function saidItem(
  { text, hint, options }: Pick<Question, 'text' | 'hint' | 'options'>,
  items: ItemWords | undefined,
  item: { readonly text?: string; readonly hint?: string } | undefined,
) {
  if (!items) return { text, hint, options }
  const said = options.map((option) => ({ ...option, said: items.options[option.text] }))
  return { text: item?.text ?? text, hint: item?.hint, options: said }
}

/** The questions of a language where somebody has reviewed them, all of them and those of this version; never a part. */
function reviewedItems(quest: Quest, items: ItemWords | undefined): ItemWords | undefined {
  if (!items?.reviewed?.by.trim() || items.version !== quest.version) return undefined
  const { questions, options, distress } = items
  const areSaid = (all: readonly QuestOption[]) => all.every(({ text }) => options[text])
  const isWhole =
    quest.questions.length === questions.length &&
    quest.questions.every((question) => {
      const item = questions[question.n - 1]
      const hasHint = Boolean(item?.hint) === Boolean(question.hint)
      return item?.text && hasHint && areSaid(question.options)
    }) &&
    (!quest.distress || (distress && areSaid(quest.distress.options)))
  return isWhole ? items : undefined
}

/** A score as it is read: means have at most two digits behind the point. */
export function rounded(score: number): number {
  return Math.round(score * 100) / 100
}
