import { defineQuest, range, ask, scale, trueFalse } from '../define-quest.ts'

const bother = scale(0, 'Not bothered', 'A bit bothered', 'Quite bothered', 'Very bothered')

export const pq16 = defineQuest({
  id: 6,
  type: 'pq16',
  title: 'Mind Tricks',
  title2: 'Odd moments your senses play',
  description: 'Sixteen true or false questions on odd moments that many people have.',
  category: 'mood',
  indicator: 'buttons',
  release: 'default',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Prodromal Questionnaire, 16-item version',
    citation:
      'Ising HK, Veling W, Loewy RL, et al. (2012). Schizophr Bull 38:1288-1296. doi:10.1093/schbul/sbs068',
    licence: 'free_verify',
    licenceNote:
      'Printed in an open-access article; its terms are to be checked. Topics only, all words ours.',
    bands:
      'Published cuts: 6 items (Ising 2012), distress 9. Asking both for the top band is ours. A third of referred 14-year-olds pass the adult cut.',
  },
  timeFrame:
    'Think of your life so far, but leave out moments with alcohol, drugs or a high fever.',
  notice:
    'Odd moments like these are common and mostly harmless. This is no test of how your mind works.',
  contentNote:
    'Some questions are about hearing or seeing things, and about feeling unsafe with people.',
  showsScores: true,
  questions: [
    ask(trueFalse, 'Hobbies I used to love have lost their spark.'),
    ask(trueFalse, 'I often get a strong feeling that this exact moment already took place.'),
    ask(trueFalse, 'A strange smell or flavour came up, and my friends noticed nothing.'),
    ask(trueFalse, 'My ears play tricks on me, with pops, hums or beeps.'),
    ask(
      trueFalse,
      'I have mixed up something I dreamed or made up with something that took place.',
    ),
    ask(trueFalse, 'Faces can look odd to me for a moment, as if they melt or move.'),
    ask(trueFalse, 'Saying hello to someone new makes my stomach flip.'),
    ask(trueFalse, 'My eyes showed me something, and no one else noticed it.'),
    ask(trueFalse, 'My own thinking can seem as loud as talking.'),
    ask(trueFalse, 'A song or a number plate seemed to hold a secret hint just for me.'),
    ask(trueFalse, 'Now and then it is as if someone else steers what I think.'),
    ask(trueFalse, 'A noise from far off can pull me out of whatever I do.'),
    ask(trueFalse, 'A voice reached my ears in an empty room.'),
    ask(trueFalse, 'I keep thinking that people plan to harm me.', {
      hint: 'If someone really is hurting or scaring you, that counts too.',
    }),
    ask(trueFalse, 'An unseen someone seemed to be standing next to me.'),
    ask(trueFalse, 'My hands, legs or face felt as if they were not quite mine.'),
  ],
  distress: {
    text: 'How much did that bother you?',
    rateMin: 1,
    options: bother.options,
    scaleLabels: bother.scaleLabels,
  },
  reverse: [],
  scores: [
    {
      id: 'symptoms',
      label: 'Odd moments',
      expr: { op: 'sum', items: range(1, 16) },
      min: 0,
      max: 16,
      primary: true,
    },
    {
      id: 'distress',
      label: 'How much they bother you',
      expr: { op: 'sumDistress', items: range(1, 16) },
      min: 0,
      max: 48,
    },
  ],
  bands: [
    {
      id: 'many',
      tone: 'care',
      label: 'Many, and they bother you',
      text: 'You know quite a few of these moments, and they are not fun. Stress and short nights can cause them. A doctor or a specialist for young people can help you feel calm again.',
      when: {
        all: [
          { score: 'symptoms', gte: 6 },
          { score: 'distress', gte: 9 },
        ],
      },
      destination: 'Psychiatrist',
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Worth a chat',
      text: 'Some of these moments are part of your life, or they bother you a lot. That happens to many teens. You could talk it over with a trusted adult or a therapist.',
      when: {
        any: [
          { score: 'symptoms', gte: 6 },
          { score: 'distress', gte: 9 },
        ],
      },
      destination: 'Psychotherapist',
    },
    {
      id: 'few',
      tone: 'calm',
      label: 'Nothing unusual',
      text: 'You know only a few of these moments, or they hardly bother you. Most people have some of them now and then.',
      when: { always: true },
      destination: null,
    },
  ],
  risks: [
    {
      id: 'pq16-voices',
      action: 'help_now',
      timing: 'answer',
      when: {
        any: [
          {
            all: [
              { item: 13, gte: 1 },
              { distress: 13, gte: 3 },
            ],
          },
          {
            all: [
              { item: 8, gte: 1 },
              { distress: 8, gte: 3 },
            ],
          },
        ],
      },
      title: 'That sounds scary',
      text: 'Hearing or seeing things that frighten you is hard to go through alone. Tell an adult you trust or a doctor today. If a voice tells you to hurt yourself or someone else, get help right now.',
    },
    {
      id: 'pq16-against',
      action: 'safety_note',
      timing: 'answer',
      when: {
        all: [
          { item: 14, gte: 1 },
          { distress: 14, gte: 2 },
        ],
      },
      title: 'You deserve to be safe',
      text: 'Maybe someone really does hurt, threaten or bully you. That is never your fault. Tell an adult you trust, or use one of the help lines. You can also report a person in this app.',
    },
  ],
})
