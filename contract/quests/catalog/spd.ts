import { defineQuest, lineFor, range, scoreIn, ask, scale } from '../define-quest.ts'

const like = scale(0, 'Not me', 'A little me', 'Sometimes me', 'Often me', 'So me')

export const spd = defineQuest({
  id: 15,
  type: 'spd',
  title: 'Quirky Mind',
  title2: 'Your own way of seeing',
  description: 'Eleven questions on your own way of seeing the world.',
  category: 'personality',
  indicator: 'slider',
  release: 'review',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument:
      'No single one: a style check on schizotypal criterion topics; eleven is the count of that part of the SCID-II questionnaire',
    citation:
      'American Psychiatric Association (2013), DSM-5, topics only. First MB et al. (1997) SCID-II; Raine A, Benishay D (1995) J Pers Disord 9:346-355.',
    licence: 'no_single_instrument',
    licenceNote:
      'Own items. For review by a clinician before it is switched on: this shows a style and never a name; faith and folk belief never count alone.',
    bands: '5 of 9 is the count of DSM-5; applied to eleven it is ours.',
  },
  timeFrame: 'Think about most of the last year.',
  notice:
    'Seeing the world in your own way is a strength. This shows a style, not a label, and it is no medical test.',
  contentNote: 'Some questions are about odd moments, like sensing someone who is not there.',
  showsScores: true,
  questions: [
    ask(like, 'When I walk by, it seems that people talk about me.'),
    ask(like, 'I come across signs that seem meant for me alone.'),
    ask(like, 'I have wished for something so hard that the wish came true by itself.'),
    ask(like, 'I can tell what will happen before it does.'),
    ask(like, 'I believe in things that my friends find odd.', {
      hint: 'Faith and family customs do not count here.',
    }),
    ask(like, 'A shadow or a coat on a chair has looked like a person to me.'),
    ask(like, 'Alone in a room, I felt that someone was with me.'),
    ask(like, 'I keep my guard up with most people.'),
    ask(like, 'Outside my family, I have hardly anyone I feel close to.'),
    ask(like, 'Even with people I have known for long, I stay tense.'),
    ask(like, 'People call me a bit odd or one of a kind.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'strong',
      label: 'Strong sides of this style',
      expr: { op: 'countWhere', thresholds: lineFor(range(1, 11), 3) },
      min: 0,
      max: 11,
      primary: true,
    },
    { id: 'total', label: 'Own ways', expr: { op: 'sum', items: range(1, 11) }, min: 0, max: 44 },
  ],
  bands: [
    {
      id: 'few',
      tone: 'calm',
      label: 'A light touch',
      text: 'You stand with both feet on the ground. A pinch of magic may still be in there.',
      when: scoreIn('strong', 0, 2),
      destination: null,
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Part of your style',
      text: 'You see things that others walk past. Drawing, writing or music can turn that into something of your own.',
      when: scoreIn('strong', 3, 4),
      destination: 'Art Therapist',
    },
    {
      id: 'many',
      tone: 'care',
      label: 'A big part of your style',
      text: 'A rich world of your own is part of you. If it ever gets lonely or scary in there, a therapist is a good person to show it to.',
      when: scoreIn('strong', 5, 11),
      destination: 'Psychotherapist',
    },
  ],
  risks: [
    {
      id: 'spd-senses',
      action: 'care_note',
      timing: 'result',
      when: {
        all: [
          { item: 6, gte: 4 },
          { item: 7, gte: 4 },
        ],
      },
      title: 'If it scares you',
      text: 'Sensing or seeing things can be spooky, most of all when you are tired or alone. If it frightens you, tell an adult you trust or a doctor. You will be taken seriously.',
    },
  ],
})
