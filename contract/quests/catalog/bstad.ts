import { defineQuest, anyFrom, lineFor, range, scoreIn, ask, scale } from '../define-quest.ts'

const days = scale(0, '0 days', '1 day', '2 to 5 days', '6 to 29 days', '30 days or more')

export const bstad = defineQuest({
  id: 18,
  type: 'bstad',
  title: 'Clear Choices',
  title2: 'No judgement, just facts',
  description: 'Twelve honest questions on smoking, drinking and other things people take.',
  category: 'behavior',
  indicator: 'slider',
  release: 'default',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Brief Screener for Tobacco, Alcohol, and other Drugs',
    citation:
      'Kelly SM, Gryczynski J, Mitchell SG, Kirk A, O’Grady KE, Schwartz RP (2014). Pediatrics 133:819-826.',
    licence: 'free_attribution',
    licenceNote:
      'Hosted by the US National Institute on Drug Abuse. All words ours; no brands and no methods.',
    bands:
      'Published: nicotine from 6 days, alcohol and cannabis from 2 (Kelly 2014), and the three levels. Any use of the other nine is ours. The day ranges let each cut fall on an edge.',
  },
  timeFrame: 'Think about the last twelve months.',
  notice: 'No judgement, just facts. This is not a medical test, and your answers stay yours.',
  contentNote: 'This one is about smoking, alcohol and drugs.',
  showsScores: false,
  questions: [
    ask(days, 'On how many days did you smoke, vape or take nicotine in some other form?'),
    ask(days, 'On how many days did you drink alcohol, not counting a tiny taste?'),
    ask(days, 'On how many days did you use cannabis, in any form?'),
    ask(days, 'On how many days did you take medicine from a shop just to feel different?'),
    ask(days, 'On how many days did you take focus pills that were not meant for you?', {
      hint: 'More than the doctor said counts too.',
    }),
    ask(
      days,
      'On how many days did you take pills for calm or sleep that were not meant for you?',
      {
        hint: 'More than the doctor said counts too.',
      },
    ),
    ask(days, 'On how many days did you take strong pain pills that were not meant for you?', {
      hint: 'More than the doctor said counts too.',
    }),
    ask(days, 'On how many days did you take something that makes you see or feel unreal things?'),
    ask(days, 'On how many days did you breathe in fumes or gas to feel dizzy?'),
    ask(days, 'On how many days did you take a street drug that speeds you up?'),
    ask(days, 'On how many days did you take cocaine, in any form?'),
    ask(days, 'On how many days did you take a drug that was not named so far?'),
  ],
  reverse: [],
  scores: [
    {
      id: 'high',
      label: 'Kinds used often',
      expr: { op: 'countWhere', thresholds: { 1: 3, 2: 2, 3: 2, ...lineFor(range(4, 12), 1) } },
      min: 0,
      max: 12,
      primary: true,
    },
    {
      id: 'any',
      label: 'Kinds used',
      expr: { op: 'countWhere', thresholds: lineFor(range(1, 12), 1) },
      min: 0,
      max: 12,
    },
  ],
  bands: [
    {
      id: 'higher',
      tone: 'care',
      label: 'Time to talk',
      text: 'What you take can do real harm to a body that is still growing. You are not in trouble here. Talk to a doctor, a therapist or an adult you trust; every step back counts.',
      when: scoreIn('high', 1),
      destination: 'Behavioural Therapist',
    },
    {
      id: 'lower',
      tone: 'steady',
      label: 'Now and then',
      text: 'You tried something, and not often. It is a good time to decide what you want. A coach can help you say no when it counts.',
      when: scoreIn('any', 1),
      destination: 'Wellness Coach',
    },
    {
      id: 'none',
      tone: 'calm',
      label: 'Clear',
      text: 'You took none of these. That is a clear choice, and a good one for your brain.',
      when: { always: true },
      destination: null,
    },
  ],
  risks: [
    {
      id: 'bstad-overdose',
      action: 'help_now',
      timing: 'answer',
      when: anyFrom(1, 6, 7, 9, 10, 11),
      title: 'Some things can stop a heart',
      text: 'Things like this can be deadly, even the first time and even more when mixed. If you or a friend cannot breathe well or will not wake up, call the emergency number at once. Saving a life comes first.',
    },
  ],
})
