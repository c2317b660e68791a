import { defineQuest, lineFor, range, scoreIn, ask, scale } from '../define-quest.ts'

const like = scale(0, 'Not me', 'A little me', 'Sometimes me', 'Often me', 'So me')

export const avpd = defineQuest({
  id: 16,
  type: 'avpd',
  title: 'Shy Steps',
  title2: 'Close, but careful',
  description: 'Eight questions on getting close, and on holding back.',
  category: 'personality',
  indicator: 'battery',
  release: 'review',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument:
      'No single one: a style check on avoidant criterion topics, seven of DSM-5 and one of DSM-III-R',
    citation: 'American Psychiatric Association (2013), DSM-5, topics only.',
    licence: 'no_single_instrument',
    licenceNote:
      'Own items. For review by a clinician before it is switched on: this shows a style and never a name.',
    bands: '4 of 7 is the count of DSM-5; applied to eight it is ours.',
  },
  timeFrame: 'Think about most of the last year.',
  notice:
    'Shy people notice a lot and often make loyal friends. This shows a style, not a label, and it is no medical test.',
  showsScores: true,
  questions: [
    ask(like, 'I stay out of group tasks, so that nobody can pick on what I do.'),
    ask(like, 'I make a new friend only when I am sure that they like me.'),
    ask(like, 'Even with people close to me, I hide some things so that I will not look silly.'),
    ask(like, 'I worry a lot that the group will leave me out.'),
    ask(like, 'With new people, I turn quiet.'),
    ask(like, 'Other people seem cooler or smarter than me.'),
    ask(like, 'I pass on new things, because I might make a fool of myself.'),
    ask(like, 'A small step can look like a giant risk to me.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'strong',
      label: 'Strong sides of this style',
      expr: { op: 'countWhere', thresholds: lineFor(range(1, 8), 3) },
      min: 0,
      max: 8,
      primary: true,
    },
    {
      id: 'total',
      label: 'Holding back',
      expr: { op: 'sum', items: range(1, 8) },
      min: 0,
      max: 32,
    },
  ],
  bands: [
    {
      id: 'few',
      tone: 'calm',
      label: 'A light touch',
      text: 'You get close to people without much fear. That opens doors.',
      when: scoreIn('strong', 0, 1),
      destination: null,
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Part of your style',
      text: 'You like to test the water first. Small brave steps will take you far, and a trainer can cheer you on.',
      when: scoreIn('strong', 2, 3),
      destination: 'Soft Skills Instructor',
    },
    {
      id: 'many',
      tone: 'care',
      label: 'A big part of your style',
      text: 'You hold back a lot, and it may keep you from things you want. A therapist can plan tiny steps with you, one by one.',
      when: scoreIn('strong', 4, 8),
      destination: 'Behavioural Therapist',
    },
  ],
  risks: [],
})
