import { cardOf } from '../cards.ts'
import type { Quest } from '../model.ts'
import { range, scoreIn } from '../rules.ts'
import { ask, numbered, scale } from '../scales.ts'

const like = scale(
  1,
  'Not like me at all',
  'Mostly not like me',
  'In between',
  'A bit like me',
  'Very like me',
)

const card = cardOf('aq')

export const aq: Quest = {
  ...card,
  source: {
    instrument: 'Buss-Perry Aggression Questionnaire, 29 items',
    citation: 'Buss AH, Perry M (1992). J Pers Soc Psychol 63:452-459.',
    licence: 'copyright_unclear',
    licenceNote:
      'Printed in a journal; free research use is customary, an app is not covered. Topics only, all words ours. The order is the interleaved one; lists by subscale put the two reversed items elsewhere.',
    bands:
      'Ours: 95 is above mean plus one deviation of both groups of 1992; there are no published cuts.',
  },
  timeFrame: 'Think about how you usually are.',
  notice:
    'Everyone gets angry. This looks at what you do with it; it is not a medical test and no one will judge you.',
  contentNote: 'Some questions are about fights and hurting people.',
  showsScores: true,
  questions: numbered(card.id, [
    ask(like, 'My friends say that I blow up fast.'),
    ask(like, 'When someone takes what is mine, I get it back with my fists.'),
    ask(like, 'If someone is very kind to me, I look for the catch.'),
    ask(like, 'I say it out loud when I see things another way.'),
    ask(like, 'In a rage I have smashed or thrown stuff.'),
    ask(like, 'If someone has a different view, a debate starts before I know it.'),
    ask(like, 'I feel sour about life and cannot say why.'),
    ask(like, 'At times I badly want to hit somebody.'),
    ask(like, 'It takes a lot to make me lose my cool.'),
    ask(like, 'A stranger who is all smiles makes me careful.'),
    ask(like, 'I have told someone I know that I would hurt them.'),
    ask(like, 'My anger comes like a flash and is soon gone.'),
    ask(like, 'If someone keeps pushing my buttons, I might hit them.'),
    ask(like, 'People who get on my nerves hear about it from me.'),
    ask(like, 'Envy can spoil my whole day.'),
    ask(like, 'Hitting someone is never okay for me.'),
    ask(like, 'My life has been less fair than that of others.'),
    ask(like, 'Once I am angry, it is hard to hold back.'),
    ask(like, 'If something does not work out, everyone can tell from my face.'),
    ask(like, 'When people giggle, I think it is about me.'),
    ask(like, 'I seldom see things the way others do.'),
    ask(like, 'When I get hit, the other person gets one too.'),
    ask(like, 'I walk around like a shaken bottle of soda.'),
    ask(like, 'Good luck goes to everyone but me.'),
    ask(like, 'Someone made me so angry that it ended in a real fight.'),
    ask(like, 'People who act like friends say bad things when I am gone.'),
    ask(like, 'I am told that I love to argue.'),
    ask(like, 'I lose it over nothing.'),
    ask(like, 'Fights find me more often than they find others.'),
  ]),
  reverse: [9, 16],
  scores: [
    {
      id: 'total',
      label: 'Heat',
      expr: { op: 'sum', items: range(1, 29) },
      min: 29,
      max: 145,
      primary: true,
    },
    {
      id: 'physical',
      label: 'Fists',
      expr: { op: 'sum', items: [2, 5, 8, 11, 13, 16, 22, 25, 29] },
      min: 9,
      max: 45,
    },
    {
      id: 'verbal',
      label: 'Words',
      expr: { op: 'sum', items: [4, 6, 14, 21, 27] },
      min: 5,
      max: 25,
    },
    {
      id: 'anger',
      label: 'Boiling up',
      expr: { op: 'sum', items: [1, 9, 12, 18, 19, 23, 28] },
      min: 7,
      max: 35,
    },
    {
      id: 'hostility',
      label: 'Feeling wronged',
      expr: { op: 'sum', items: [3, 7, 10, 15, 17, 20, 24, 26] },
      min: 8,
      max: 40,
    },
  ],
  bands: [
    {
      id: 'cool',
      tone: 'calm',
      label: 'Cool',
      text: 'You keep your cool most of the time. Anger is allowed; you seem to know what to do with it.',
      when: scoreIn('total', 29, 79),
      destination: null,
    },
    {
      id: 'warm',
      tone: 'steady',
      label: 'Warm',
      text: 'Things heat up at times. A walk, a slow breath or a few plain words can let off steam. A trainer can practise that with you.',
      when: scoreIn('total', 80, 94),
      destination: 'Soft Skills Instructor',
    },
    {
      id: 'hot',
      tone: 'care',
      label: 'Boiling',
      text: 'Your anger boils up often and strongly. Behind it there may be hurt or stress. A therapist can help you keep the fire and lose the burns.',
      when: scoreIn('total', 95, 145),
      destination: 'Behavioural Therapist',
    },
  ],
  risks: [
    {
      id: 'aq-harm',
      action: 'help_now',
      timing: 'answer',
      when: {
        any: [
          { item: 8, gte: 4 },
          { item: 11, gte: 5 },
          { item: 25, gte: 5 },
        ],
      },
      title: 'Before someone gets hurt',
      text: 'Being that angry is hard. If you may hurt someone, step away and call an adult you trust or a help line. And if someone is hurting you, you can get help too.',
    },
  ],
}
