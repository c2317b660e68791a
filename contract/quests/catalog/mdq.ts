import { defineQuest, range, scoreIn, ask, scale, trueFalse } from '../define-quest.ts'

const impact = scale(0, 'No trouble', 'A little', 'A fair amount', 'A lot')

export const mdq = defineQuest({
  id: 3,
  type: 'mdq',
  title: 'Mood Waves',
  title2: 'Have you ever had a huge upswing?',
  description: 'Seventeen questions on the big ups of your life, and what they brought.',
  category: 'mood',
  indicator: 'buttons',
  release: 'default',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Mood Disorder Questionnaire, all five parts',
    citation:
      'Hirschfeld RMA et al. (2000). Am J Psychiatry 157:1873-1875. Teens: Wagner KD et al. (2006) J Clin Psychiatry 67:827-830.',
    licence: 'permission_needed',
    licenceNote:
      'Copyright of its author and the University of Texas Medical Branch. Topics only, all words ours; item 11 asks about crushes.',
    bands:
      'The top band is the published rule: 7 items, at the same time, with some trouble. The middle one uses the cut of 5 from the teen version and is ours.',
  },
  timeFrame:
    'Think of any time in your life when you were on a big upswing, without drink or drugs.',
  notice:
    'Ups and downs are part of growing up. This is a look back at the ups, not a medical test.',
  contentNote:
    'Some questions are about risky things, money trouble and mood changes in your family.',
  showsScores: true,
  questions: [
    ask(
      trueFalse,
      'There was a time when people asked what was up with me because I was so wound up.',
    ),
    ask(
      trueFalse,
      'There was a time when I was like a cactus and snapped at everyone who came close.',
    ),
    ask(trueFalse, 'There was a time when I believed in myself far more than I normally do.'),
    ask(trueFalse, 'There was a time when a short night was enough and I felt great the next day.'),
    ask(
      trueFalse,
      'There was a time when others could hardly get a word in because I talked so fast.',
    ),
    ask(
      trueFalse,
      'There was a time when my thoughts came in such a rush that I could not slow them.',
    ),
    ask(trueFalse, 'There was a time when every little thing around me broke my focus.'),
    ask(trueFalse, 'There was a time when my power seemed to have no end.'),
    ask(
      trueFalse,
      'There was a time when I took on far more plans and projects than I normally would.',
    ),
    ask(trueFalse, 'There was a time when I could not get enough of people and chats.'),
    ask(
      trueFalse,
      'There was a time when crushes and flirting filled my mind much more than before.',
    ),
    ask(trueFalse, 'There was a time when I did wild things that friends found too risky.'),
    ask(trueFalse, 'There was a time when money ran through my fingers and left a problem behind.'),
    ask(trueFalse, 'A few of these things showed up in the same days or weeks.', {
      hint: 'If you chose "False" all the way, choose "False" here too.',
    }),
    ask(impact, 'How much trouble did times like these bring at home, at school or with friends?'),
    ask(trueFalse, 'Someone in my family has had big upswings of this kind.'),
    ask(trueFalse, 'A doctor or therapist has talked with me about upswings of this kind.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'symptoms',
      label: 'Signs of an upswing',
      expr: { op: 'sum', items: range(1, 13) },
      min: 0,
      max: 13,
      primary: true,
    },
    {
      id: 'screen',
      label: 'Together and with trouble',
      expr: {
        op: 'test',
        when: {
          all: [
            { score: 'symptoms', gte: 7 },
            { item: 14, gte: 1 },
            { item: 15, gte: 2 },
          ],
        },
      },
      min: 0,
      max: 1,
    },
  ],
  bands: [
    {
      id: 'many',
      tone: 'care',
      label: 'Many waves',
      text: 'You know strong upswings, and they brought trouble along. A doctor for young people can help you find out what moves your waves. Take an adult you trust with you.',
      when: scoreIn('screen', 1),
      destination: 'Psychiatrist',
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Some waves',
      text: 'You know some upswings. That can be your nature, a busy time or too little sleep. If it worries you, talk it over with a trusted adult or a therapist.',
      when: {
        any: [
          scoreIn('symptoms', 7),
          {
            all: [
              { score: 'symptoms', gte: 5 },
              { item: 14, gte: 1 },
              { item: 15, gte: 2 },
            ],
          },
        ],
      },
      destination: 'Psychotherapist',
    },
    {
      id: 'few',
      tone: 'calm',
      label: 'Few waves',
      text: 'Big upswings are not much of a topic for you. Good days are just good days.',
      when: { always: true },
      destination: null,
    },
  ],
  risks: [
    {
      id: 'mdq-risky',
      action: 'care_note',
      timing: 'result',
      when: {
        all: [
          { item: 12, gte: 1 },
          { score: 'screen', gte: 1 },
        ],
      },
      title: 'Staying safe on an upswing',
      text: 'In a strong upswing, risks look small. Agree with someone you trust that they may tell you when to slow down.',
    },
  ],
})
