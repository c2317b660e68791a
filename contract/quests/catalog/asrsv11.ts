import { defineQuest, range, scoreIn, ask, scale } from '../define-quest.ts'

const often = scale(0, 'Never', 'Rarely', 'Sometimes', 'Often', 'Very often')

export const asrsv11 = defineQuest({
  id: 8,
  type: 'asrsv11',
  title: 'Focus Radar',
  title2: 'Where does your attention go?',
  description: 'Six questions on how your attention moves through the day.',
  category: 'behavior',
  indicator: 'battery',
  release: 'default',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Adult ADHD Self-Report Scale v1.1, part A',
    citation:
      'Kessler RC, Adler L, Ames M, et al. (2005). Psychol Med 35:245-256. Strata: Kessler RC et al. (2007) Int J Methods Psychiatr Res 16:52-65.',
    licence: 'free_attribution',
    licenceNote:
      'World Health Organization and its workgroup; free with the attribution, terms for an app not confirmed. Topics only, all words ours, with school examples.',
    bands:
      'Published: 4 of 6 over their line; strata 0-9, 10-13, 14-17, 18-24. The mix of both is ours.',
  },
  timeFrame: 'Think about the last six months.',
  notice:
    'Short nights and stress can scatter anyone. This is a look at your focus, not a medical test.',
  showsScores: true,
  questions: [
    ask(often, 'I do most of a school task and then drop it just before the end.'),
    ask(often, 'Sorting my things or planning a bigger job gets messy.'),
    ask(often, 'Homework, chores or meet-ups slip my mind.'),
    ask(often, 'When homework needs real brain power, I start it as late as I can.'),
    ask(often, 'In a long lesson, my hands or legs will not stay still.'),
    ask(often, 'I am always on the go, as if someone had wound me up.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'shaded',
      label: 'Strong signs',
      expr: { op: 'countWhere', thresholds: { 1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3 } },
      min: 0,
      max: 6,
      primary: true,
    },
    {
      id: 'total',
      label: 'All signs together',
      expr: { op: 'sum', items: range(1, 6) },
      min: 0,
      max: 24,
    },
  ],
  bands: [
    {
      id: 'veryMany',
      tone: 'care',
      label: 'Very many signs',
      text: 'Your attention jumps a lot. If it has been so for years and makes life hard, a doctor for young people can look into it.',
      when: { all: [scoreIn('shaded', 4), scoreIn('total', 18)] },
      destination: 'Psychiatrist',
    },
    {
      id: 'many',
      tone: 'care',
      label: 'Many signs',
      text: 'Your attention jumps quite often. Check your sleep and your stress first. A therapist can show you tricks that fit the way you work.',
      when: scoreIn('shaded', 4),
      destination: 'Behavioural Therapist',
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Some signs',
      text: 'Your focus wanders at times. Short blocks, a tidy desk and a phone in another room help a lot. A teacher can help you plan.',
      when: scoreIn('total', 14),
      destination: 'Academic Teacher',
    },
    {
      id: 'low',
      tone: 'calm',
      label: 'Few signs',
      text: 'Your focus mostly stays where you point it. Nice.',
      when: { always: true },
      destination: null,
    },
  ],
  risks: [],
})
