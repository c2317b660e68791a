import { defineQuest, lineFor, range, scoreIn, ask, scale } from '../define-quest.ts'

const like = scale(0, 'Not me', 'A little me', 'Sometimes me', 'Often me', 'So me')

export const hpd = defineQuest({
  id: 13,
  type: 'hpd',
  title: 'Drama and Sparkle',
  title2: 'Big feelings, big stage',
  description: 'Ten questions on big feelings and how you show them.',
  category: 'personality',
  indicator: 'slider',
  release: 'review',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument:
      'No single one: a style check on the criterion topics of histrionic personality, eight of DSM-5 and two of DSM-III-R',
    citation:
      'American Psychiatric Association (2013), DSM-5, topics only. Nearest published scale: Ferguson CJ, Negy C (2014) Pers Individ Dif 66:124-127.',
    licence: 'no_single_instrument',
    licenceNote:
      'Own items. For review by a clinician before it is switched on: such labels are unsafe for teens, so this shows a style and never a name.',
    bands: '5 of 8 is the count of DSM-5; applied to ten it is ours.',
  },
  timeFrame: 'Think about most of the last year.',
  notice:
    'Big feelings are a gift as much as a challenge. This shows a style, not a label, and it is no medical test.',
  showsScores: true,
  questions: [
    ask(like, 'I get restless when nobody looks my way.'),
    ask(like, 'I turn into whoever people will like best.'),
    ask(like, 'My feelings flip from one to the next in no time.'),
    ask(like, 'I pick my clothes so that heads turn.'),
    ask(like, 'I say big things, and when someone asks for details I have few.'),
    ask(like, 'When I feel something, the whole room knows it.'),
    ask(like, 'A friend or a trend can change my mind in a second.'),
    ask(like, 'I call someone my best friend after a day or two.'),
    ask(like, 'I need to hear often that I did well.'),
    ask(like, 'Waiting for something I want is super hard for me.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'strong',
      label: 'Strong sides of this style',
      expr: { op: 'countWhere', thresholds: lineFor(range(1, 10), 3) },
      min: 0,
      max: 10,
      primary: true,
    },
    { id: 'total', label: 'Sparkle', expr: { op: 'sum', items: range(1, 10) }, min: 0, max: 40 },
  ],
  bands: [
    {
      id: 'few',
      tone: 'calm',
      label: 'A light touch',
      text: 'You are rather calm in how you show yourself. That lets others shine, and people trust it.',
      when: scoreIn('strong', 0, 2),
      destination: null,
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Part of your style',
      text: 'You bring colour and life into a room. Art, music or theatre can give big feelings a good home.',
      when: scoreIn('strong', 3, 4),
      destination: 'Art Therapist',
    },
    {
      id: 'many',
      tone: 'care',
      label: 'A big part of your style',
      text: 'You feel a lot and you show it. That can be great, and at times tiring. If it wears you out, you could talk to a therapist about it.',
      when: scoreIn('strong', 5, 10),
      destination: 'Psychotherapist',
    },
  ],
  risks: [],
})
