import type { Quest, QuestOption } from '../model.ts'
import { edeq } from './edeq.ts'

/** The counts of days and times, before they were numbers whose order one can see. */
const words: Readonly<Record<string, string>> = {
  '0 days': 'No day',
  '1 to 5 days': 'A few days',
  '6 to 12 days': 'Some days',
  '13 to 15 days': 'About half the days',
  '16 to 22 days': 'Most days',
  '23 to 27 days': 'Nearly every day',
  'All 28 days': 'Every day',
  '0 times': 'Never',
  '1 or 2 times': 'Once or twice',
  '3 to 5 times': 'About once a week',
  '6 to 12 times': 'A few times a week',
  '13 to 20 times': 'Every other day',
  '21 to 27 times': 'Nearly every day',
  '28 times or more': 'Every day or more',
}

/** As it was with the counts in words. */
export const edeqV1: Quest = {
  ...edeq,
  version: 1,
  questions: edeq.questions.map((question) => ({
    ...question,
    options: question.options.map(inWords),
  })),
}

function inWords(option: QuestOption): QuestOption {
  return { ...option, text: words[option.text] ?? option.text }
}
