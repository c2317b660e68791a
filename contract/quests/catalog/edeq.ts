import { cardOf } from '../cards.ts'
import type { Quest } from '../model.ts'
import { anyFrom, scoreIn, type Expr } from '../rules.ts'
import { ask, numbered, scale } from '../scales.ts'

const days = scale(
  0,
  '0 days',
  '1 to 5 days',
  '6 to 12 days',
  '13 to 15 days',
  '16 to 22 days',
  '23 to 27 days',
  'All 28 days',
)
const times = scale(
  0,
  '0 times',
  '1 or 2 times',
  '3 to 5 times',
  '6 to 12 times',
  '13 to 20 times',
  '21 to 27 times',
  '28 times or more',
)
const share = scale(
  0,
  'Never',
  'A few times',
  'Less than half the time',
  'Half the time',
  'More than half the time',
  'Mostly',
  'Every time',
)
const amount = scale(
  0,
  'Not at all',
  'Hardly',
  'A little',
  'Somewhat',
  'Quite',
  'A lot',
  'Very much',
)

const card = cardOf('edeq')

export const edeq: Quest = {
  ...card,
  source: {
    instrument: 'Eating Disorder Examination Questionnaire 6.0',
    citation:
      'Fairburn CG, Beglin SJ (1994). Int J Eat Disord 16:363-370; (2008) version 6.0. Teens: Carter JC, Stewart DA, Fairburn CG (2001) Behav Res Ther 39:625-632.',
    licence: 'free_noncommercial',
    licenceNote:
      'Copyright Fairburn and Beglin; commercial use: ask. Topics only, all words ours: no methods by name, no weights and no calories. For review by a clinician before it is switched on.',
    bands:
      'Published: 2.3 together with such behaviours, 2.8 and 4.0; no agreed cut for teens. That either half of the first is enough is ours: nobody with one of them reads that all is well. Items 13 to 18 are counts and stay unscored.',
  },
  timeFrame: 'Think about the last four weeks: that is 28 days.',
  notice:
    'Bodies change all the time at your age. This is a look at your worries, not a medical test, and there is no right number.',
  contentNote:
    'This one is about food, eating and your body. If it makes you feel worse, stop; nothing is lost.',
  showsScores: false,
  questions: numbered(card.id, [
    ask(days, 'I tried to eat less than I wanted because of how I look.'),
    ask(days, 'I left out food for a large part of the day on purpose.'),
    ask(days, 'I said no to food I love because of how I look.'),
    ask(days, 'I had strict rules about what or when I may eat.'),
    ask(days, 'I wanted my stomach to feel empty.'),
    ask(days, 'I wished for a flatter tummy.'),
    ask(days, 'Thoughts about food got in the way of school or fun.'),
    ask(days, 'Thoughts about my body got in the way of school or fun.'),
    ask(days, 'I was scared that I could not stop once I began to eat.'),
    ask(days, 'I was scared of getting bigger.'),
    ask(days, 'I felt too big in my own body.'),
    ask(days, 'I badly wanted to be lighter.'),
    ask(times, 'I ate so much at once that others would have been surprised.', {
      contentNote: 'The next questions are more private. You can stop here if you want.',
    }),
    ask(times, 'While I ate, it felt as if I could not stop.'),
    ask(times, 'Both came on the same day: a lot of food, and no way to stop.'),
    ask(times, 'I tried to undo a meal on purpose.'),
    ask(times, 'I took something to undo what I had eaten.'),
    ask(times, 'I worked out because I felt I had to, even when tired or hurt.'),
    ask(days, 'I hid from others while I ate.'),
    ask(share, 'After eating, I felt bad because of my body.'),
    ask(amount, 'How uneasy were you when others were there while you ate?'),
    ask(amount, 'How much did your weight decide if you liked yourself?'),
    ask(amount, 'How much did the form of your body decide if you liked yourself?'),
    ask(amount, 'How upset would you be if a nurse wanted to weigh you?'),
    ask(amount, 'How unhappy were you about what you weigh?'),
    ask(amount, 'How unhappy were you about the form of your body?'),
    ask(amount, 'How uneasy were you when you saw yourself in a mirror or photo?'),
    ask(amount, 'How uneasy were you when others could see your body, at the pool or in sports?'),
  ]),
  reverse: [],
  scores: [
    {
      id: 'restraint',
      label: 'Holding back',
      expr: { op: 'mean', items: [1, 2, 3, 4, 5] },
      min: 0,
      max: 6,
    },
    {
      id: 'eating',
      label: 'Food worry',
      expr: { op: 'mean', items: [7, 9, 19, 20, 21] },
      min: 0,
      max: 6,
    },
    {
      id: 'shape',
      label: 'Body worry',
      expr: { op: 'mean', items: [6, 8, 10, 11, 23, 26, 27, 28] },
      min: 0,
      max: 6,
    },
    {
      id: 'weight',
      label: 'Worry about weight',
      expr: { op: 'mean', items: [8, 12, 22, 24, 25] },
      min: 0,
      max: 6,
    },
    {
      id: 'global',
      label: 'Food and body worry',
      expr: {
        op: 'meanOf',
        args: ['restraint', 'eating', 'shape', 'weight'].map((score): Expr => ({
          op: 'score',
          score,
        })),
      },
      min: 0,
      max: 6,
      primary: true,
    },
  ],
  bands: [
    {
      id: 'high',
      tone: 'urgent',
      label: 'Very heavy worry',
      text: 'Food and body seem to take over your thoughts. Please tell a trusted adult or a doctor this week. You deserve help, whatever you weigh.',
      when: scoreIn('global', 4),
      destination: 'Psychiatrist',
    },
    {
      id: 'raised',
      tone: 'care',
      label: 'Heavy worry',
      text: 'Worries about food and your body take a lot of room. You do not have to sort that out alone: a therapist or a doctor can help.',
      when: scoreIn('global', 2.8),
      destination: 'Psychotherapist',
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Some worry',
      text: 'Food and body are on your mind at times. Talking with someone who knows about food, and is kind about it, can take the weight off your thoughts.',
      when: { any: [scoreIn('global', 2.3), { item: 15, gte: 2 }] },
      destination: 'Nutritional Therapist',
    },
    {
      id: 'low',
      tone: 'calm',
      label: 'At ease',
      text: 'You seem to be mostly at ease with food and your body. Stay kind to both.',
      when: { always: true },
      destination: null,
    },
  ],
  risks: [
    {
      id: 'edeq-undo',
      action: 'help_now',
      timing: 'answer',
      when: anyFrom(1, 16, 17),
      title: 'Your body needs you',
      text: 'Undoing a meal can hurt your heart and your body fast, even when you look fine. Please tell a doctor or an adult you trust today. If you feel faint or your heart races, get help at once.',
    },
    {
      id: 'edeq-fast',
      action: 'help_now',
      timing: 'answer',
      when: { item: 2, gte: 4 },
      title: 'Your body needs fuel',
      text: 'Going without food on most days is hard on your heart and your brain. Please tell a doctor or an adult you trust soon. If you feel faint, get help at once.',
    },
    {
      id: 'edeq-exercise',
      action: 'care_note',
      timing: 'result',
      when: { item: 18, gte: 4 },
      title: 'Rest is part of sport',
      text: 'Moving because you must, even when hurt, wears a body out. A rest day is not a failure. Talk to someone you trust if resting feels impossible.',
    },
  ],
}
