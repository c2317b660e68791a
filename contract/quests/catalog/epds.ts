import { defineQuest, range, scoreIn, ask, scale } from '../define-quest.ts'

const joy = scale(0, 'Just like before', 'A bit less', 'Much less', 'Hardly at all')
const often = scale(0, 'Never', 'Rarely', 'Some of the time', 'Most of the time')

export const epds = defineQuest({
  id: 5,
  type: 'epds',
  title: 'New Chapter Check-in',
  title2: 'For teens expecting or with a baby',
  description: 'Ten gentle questions for teens who are expecting or have a baby.',
  category: 'mood',
  indicator: 'battery',
  release: 'gated',
  sensitive: true,
  forGender: 'Female',
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Edinburgh Postnatal Depression Scale',
    citation:
      'Cox JL, Holden JM, Sagovsky R (1987). Br J Psychiatry 150:782-786. Teens: Venkatesh KK et al. (2014) Pediatrics 133:e45.',
    licence: 'permission_needed',
    licenceNote:
      'Royal College of Psychiatrists; publishing it online needs written permission. Topics only, all words ours. Rates are already coded so that more is heavier: nothing is reversed.',
    bands: '9 is the cut for teens (Venkatesh 2014), 13 the cut for adults.',
  },
  timeFrame: 'Think about the last seven days.',
  notice:
    'A baby turns life upside down, and mixed feelings are normal. This is a gentle check-in, not a medical test.',
  contentNote:
    'This one is about feelings around pregnancy and a new baby. One question is about hurting yourself. Nobody is told that you opened it.',
  showsScores: false,
  gate: {
    question: 'Are you expecting a baby, or did you have one in the last year?',
    yes: 'Yes, open it',
    no: 'No, show me another one',
    instead: { questId: 1, text: 'Then Mood Meter fits you better.' },
  },
  questions: [
    ask(joy, 'Jokes and silly moments still made me grin.'),
    ask(joy, 'I felt happy about things that were coming up.'),
    ask(often, 'Whatever went badly, I thought it was all on me.'),
    ask(often, 'I felt nervous and could not tell what it was about.'),
    ask(often, 'Fear came over me although nothing bad was going on.'),
    ask(often, 'Even small jobs were too much to handle.'),
    ask(often, 'I lay awake because my heart was so heavy.'),
    ask(often, 'A cloud of sadness hung over my day.'),
    ask(often, 'Tears came because I felt so low.'),
    ask(often, 'I thought about hurting myself.', {
      contentNote:
        'The next question is a heavy one. Answer in your own time; whatever you say, you are not in trouble.',
    }),
  ],
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Load',
      expr: { op: 'sum', items: range(1, 10) },
      min: 0,
      max: 30,
      primary: true,
    },
    { id: 'anxiety', label: 'Nerves', expr: { op: 'sum', items: range(3, 5) }, min: 0, max: 9 },
  ],
  bands: [
    {
      id: 'low',
      tone: 'calm',
      label: 'Coping',
      text: 'You seem to be coping in a time that asks a lot. Rest when you can, and let others help.',
      when: scoreIn('total', 0, 8),
      destination: null,
    },
    {
      id: 'possible',
      tone: 'care',
      label: 'Finding it hard',
      text: 'This week sounds hard. You could tell your midwife, a doctor or an adult you trust; a therapist can help too. Asking for help is good care for you both.',
      when: scoreIn('total', 9, 12),
      destination: 'Psychotherapist',
    },
    {
      id: 'likely',
      tone: 'urgent',
      label: 'Really hard',
      text: 'It sounds really hard right now. Please call your midwife, a doctor or an adult you trust in the next days. Feeling this way is not your fault, and it can get better.',
      when: scoreIn('total', 13, 30),
      destination: 'Psychiatrist',
    },
  ],
  risks: [
    {
      id: 'epds-q10',
      action: 'crisis_now',
      timing: 'answer',
      when: { item: 10, gte: 1 },
      title: 'Thank you for being honest',
      text: 'Thoughts like these can come when everything is too much. You and your baby deserve help right now. Please reach out to someone today.',
    },
  ],
})
