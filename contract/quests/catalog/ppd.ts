import { defineQuest, lineFor, range, scoreIn, ask, scale } from '../define-quest.ts'

const like = scale(0, 'Not me', 'A little me', 'Sometimes me', 'Often me', 'So me')

export const ppd = defineQuest({
  id: 14,
  type: 'ppd',
  title: 'Trust Compass',
  title2: 'How easily do you trust?',
  description: 'Seven questions on trust, and when it is hard to give.',
  category: 'personality',
  indicator: 'battery',
  release: 'review',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument:
      'No single one: a trust check on the seven criterion topics of paranoid personality in DSM-5',
    citation: 'American Psychiatric Association (2013), DSM-5, topics only.',
    licence: 'no_single_instrument',
    licenceNote:
      'Own items; the topic of a partner became a close friend. For review by a clinician before it is switched on: this shows a style and never a name.',
    bands: '4 of 7 is the count of DSM-5.',
  },
  timeFrame: 'Think about most of the last year.',
  notice:
    'Being careful with trust can be wise. This shows a style, not a label, and it is no medical test.',
  contentNote: 'Some questions are about being hurt or used by others.',
  showsScores: true,
  questions: [
    ask(like, 'I have the feeling that people use me or trick me.'),
    ask(like, 'I keep asking myself if my friends really stick with me.'),
    ask(like, 'I do not tell secrets, because they could come back to bite me.'),
    ask(like, 'A joke that others find harmless can sound like a dig at me.'),
    ask(like, 'When someone has hurt me, I stay angry for a long, long time.'),
    ask(like, 'If I feel attacked, I fire back right away.'),
    ask(like, 'I watch closely whether my best friend or crush likes someone more than me.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'strong',
      label: 'Strong sides of this style',
      expr: { op: 'countWhere', thresholds: lineFor(range(1, 7), 3) },
      min: 0,
      max: 7,
      primary: true,
    },
    { id: 'total', label: 'Caution', expr: { op: 'sum', items: range(1, 7) }, min: 0, max: 28 },
  ],
  bands: [
    {
      id: 'few',
      tone: 'calm',
      label: 'A light touch',
      text: 'Trust comes fairly easily to you. That makes it easy to be your friend.',
      when: scoreIn('strong', 0, 1),
      destination: null,
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Part of your style',
      text: 'You look twice before you trust. That protects you; and with the right people you can let your guard down a little.',
      when: scoreIn('strong', 2, 3),
      destination: 'Life Coach',
    },
    {
      id: 'many',
      tone: 'care',
      label: 'A big part of your style',
      text: 'You often expect to be let down. Maybe you were, and that hurts. A therapist is someone you can test your trust with, at your own speed.',
      when: scoreIn('strong', 4, 7),
      destination: 'Psychotherapist',
    },
  ],
  risks: [
    {
      id: 'ppd-hurt',
      action: 'safety_note',
      timing: 'result',
      when: {
        any: [
          { item: 1, gte: 3 },
          { item: 6, gte: 4 },
        ],
      },
      title: 'It may be true',
      text: 'Maybe someone really does use, threaten or bully you, online or at home. That is never your fault. Tell an adult you trust, or use one of the help lines.',
    },
  ],
})
