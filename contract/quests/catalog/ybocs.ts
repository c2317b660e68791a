import { defineQuest, range, scoreIn, ask, scale } from '../define-quest.ts'

const time = scale(
  0,
  'No time',
  'Under an hour a day',
  'An hour to three a day',
  'Up to eight hours a day',
  'Even more of the day',
)
const impact = scale(0, 'Not at all', 'A little', 'Some, but I manage', 'A lot', 'It takes over')
const push = scale(0, 'Always', 'Mostly', 'Sometimes', 'Rarely', 'Never')
const hold = scale(
  0,
  'Fully in charge',
  'Mostly in charge',
  'Half in charge',
  'Hardly in charge',
  'Not in charge',
)

export const ybocs = defineQuest({
  id: 10,
  type: 'ybocs',
  title: 'Loop Breaker',
  title2: 'Stuck thoughts, stuck habits',
  description: 'Ten questions on thoughts and habits that keep coming back.',
  category: 'behavior',
  indicator: 'battery',
  release: 'default',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Yale-Brown Obsessive Compulsive Scale, severity items',
    citation:
      'Goodman WK, Price LH, Rasmussen SA, et al. (1989). Arch Gen Psychiatry 46:1006-1011. Child: Scahill L et al. (1997) J Am Acad Child Adolesc Psychiatry 36:844-852.',
    licence: 'permission_needed',
    licenceNote:
      'May not be passed on without its authors. Topics only, all words ours; never asks what the thoughts are about.',
    bands:
      'Published: 0-7, 8-15, 16-23, 24-31, 32-40, the same for children. Newer data draw other lines (Cervin 2022).',
  },
  timeFrame: 'Think about the last seven days.',
  notice:
    'Strange thoughts pop up in every head. They are not wishes and they say nothing bad about you. This is not a medical test.',
  contentNote:
    'This one is about thoughts that get stuck and habits you feel you must repeat. You never have to say what they are about.',
  showsScores: true,
  questions: [
    ask(time, 'How much of your day went to thoughts that got stuck?', {
      hint: 'Stuck thoughts come back although you do not want them.',
    }),
    ask(impact, 'How much did stuck thoughts get in the way of school, friends or fun?'),
    ask(impact, 'How much did stuck thoughts upset you?'),
    ask(push, 'How often did you try to turn away from a stuck thought?', {
      hint: 'If you had none, choose "Always".',
    }),
    ask(hold, 'When a stuck thought came, how much were you in charge of it?'),
    ask(time, 'How much of your day went to habits you felt you had to repeat?', {
      hint: 'Washing, checking, counting, sorting, or something you do in your head.',
    }),
    ask(impact, 'How much did these habits get in the way of school, friends or fun?'),
    ask(impact, 'How upset would you be if someone stopped you in the middle of one?'),
    ask(push, 'How often did you try to hold back from such a habit?', {
      hint: 'If you had none, choose "Always".',
    }),
    ask(hold, 'When the urge for a habit came, how much were you in charge of it?'),
  ],
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Loops',
      expr: { op: 'sum', items: range(1, 10) },
      min: 0,
      max: 40,
      primary: true,
    },
    {
      id: 'thoughts',
      label: 'Stuck thoughts',
      expr: { op: 'sum', items: range(1, 5) },
      min: 0,
      max: 20,
    },
    {
      id: 'habits',
      label: 'Repeated habits',
      expr: { op: 'sum', items: range(6, 10) },
      min: 0,
      max: 20,
    },
  ],
  bands: [
    {
      id: 'subclinical',
      tone: 'calm',
      label: 'Few loops',
      text: 'Loops take little room in your days. Everyone has a few.',
      when: scoreIn('total', 0, 7),
      destination: null,
    },
    {
      id: 'mild',
      tone: 'steady',
      label: 'Mild loops',
      text: 'Some loops come by. It can help to notice them, breathe and let them pass. Calm practice with a guide makes that easier.',
      when: scoreIn('total', 8, 15),
      destination: 'Meditation Therapist',
    },
    {
      id: 'moderate',
      tone: 'care',
      label: 'Stubborn loops',
      text: 'Your loops take time that you may want back. There is a good way to train them down, step by step, with a therapist.',
      when: scoreIn('total', 16, 23),
      destination: 'Behavioural Therapist',
    },
    {
      id: 'severe',
      tone: 'care',
      label: 'Strong loops',
      text: 'Loops fill a big part of your day. You do not have to fight them alone. Tell an adult you trust, and ask for a therapist who knows them.',
      when: scoreIn('total', 24, 31),
      destination: 'Psychotherapist',
    },
    {
      id: 'extreme',
      tone: 'urgent',
      label: 'Very strong loops',
      text: 'Loops seem to run most of your day, and that is tiring. Please talk to a trusted adult or a doctor this week. Many teens have got free of them with help.',
      when: scoreIn('total', 32, 40),
      destination: 'Psychiatrist',
    },
  ],
  risks: [],
})
