import { cardOf } from '../cards.ts'
import type { Quest } from '../model.ts'
import { range } from '../rules.ts'
import { ask, numbered, scale, trueFalse } from '../scales.ts'

const bother = scale(0, 'Not bothered', 'A bit bothered', 'Quite bothered', 'Very bothered')

const card = cardOf('pq16')

export const pq16: Quest = {
  ...card,
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
  sensitive: true,
  showsScores: true,
  questions: numbered(card.id, [
    ask(trueFalse, 'Hobbies I used to love have lost their spark.'),
    ask(trueFalse, 'I often get a strong feeling that this exact moment already took place.'),
    ask(trueFalse, 'At times I notice a smell or taste that nobody near me does.'),
    ask(trueFalse, 'My ears play tricks on me, with bangs, clicks, hissing or ringing.'),
    ask(
      trueFalse,
      'I have mixed up something I dreamed or made up with something that took place.',
    ),
    ask(trueFalse, 'A face I looked at, maybe my own in the mirror, seemed to shift.'),
    ask(trueFalse, 'Being introduced to new people makes me very nervous.'),
    ask(trueFalse, 'I have seen something that others in the room could not see.'),
    ask(trueFalse, 'Some of my thoughts are so loud that it is as if I could hear them.'),
    ask(trueFalse, 'An ad, a song or a shop window seemed to hold a secret hint just for me.'),
    ask(trueFalse, 'Now and then it is as if someone else steers what I think.'),
    ask(trueFalse, 'Far-off noises that I would usually miss suddenly grab me.'),
    ask(trueFalse, 'I have heard someone whisper or talk while no one was there.'),
    ask(trueFalse, 'I often feel that people want to do me harm.', {
      hint: 'If someone really is hurting or scaring you, that counts too.',
    }),
    ask(trueFalse, 'I have felt that someone was right beside me, with nobody in sight.'),
    ask(trueFalse, 'A part of my body has felt changed or strange to me.'),
  ]),
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
      text: 'Maybe someone really does hurt, threaten or bully you. That is never your fault. Tell an adult you trust, or use one of the help lines; you can also report a person in this app.',
    },
  ],
}
