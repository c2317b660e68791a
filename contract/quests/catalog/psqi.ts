import { defineQuest, scoreIn, type Expr, ask, choices, scale } from '../define-quest.ts'

const bed = choices(
  '🕘 🕤 🕥 🕦 🕧 🕜 🕝',
  ['Before 9 pm', 0, 20.5],
  ['9 to 10 pm', 0, 21.5],
  ['10 to 11 pm', 0, 22.5],
  ['11 pm to midnight', 0, 23.5],
  ['Midnight to 1 am', 0, 24.5],
  ['1 to 2 am', 0, 25.5],
  ['After 2 am', 0, 26.5],
)
const wake = choices(
  '🕔 🕠 🕡 🕢 🕣 🕤 🕙',
  ['Before 5 am', 0, 4.5],
  ['5 to 6 am', 0, 5.5],
  ['6 to 7 am', 0, 6.5],
  ['7 to 8 am', 0, 7.5],
  ['8 to 9 am', 0, 8.5],
  ['9 to 10 am', 0, 9.5],
  ['After 10 am', 0, 10.5],
)
const hours = choices(
  '🌕 🌖 🌗 🌘 🌒 🌑',
  ['More than 9 hours', 0, 9.5],
  ['8 to 9 hours', 0, 8.5],
  ['7 to 8 hours', 0, 7.5],
  ['6 to 7 hours', 1, 6.5],
  ['5 to 6 hours', 2, 5.5],
  ['Less than 5 hours', 3, 4.5],
)
const mins = choices(
  '🌑 🌒 🌔 🌕',
  ['15 minutes or less', 0, 10],
  ['16 to 30 minutes', 1, 23],
  ['31 to 60 minutes', 2, 45],
  ['More than an hour', 3, 75],
)
const nights = scale(
  0,
  'Not this month',
  'Not every week',
  'Once or twice a week',
  'Three times a week or more',
)
const hard = scale(0, 'Not hard', 'A little hard', 'Quite hard', 'Very hard')

export const psqi = defineQuest({
  id: 21,
  type: 'psqi',
  title: 'Sleep Quest',
  title2: 'How are your nights?',
  description: 'Thirteen questions on your nights, and the days after them.',
  category: 'behavior',
  indicator: 'battery',
  release: 'default',
  sensitive: false,
  version: 2,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Short Pittsburgh Sleep Quality Index, 13 questions, 5 of 7 components',
    citation:
      'Famodu OA, Barr ML, Holaskova I, et al. (2018). Sleep Disord 2018:9643937. Original: Buysse DJ et al. (1989) Psychiatry Res 28:193-213.',
    licence: 'free_noncommercial',
    licenceNote:
      'Copyright Buysse and University of Pittsburgh. Topics only, all words ours; without sleeping pills, bed partner and driving. The list of the 13 is our choice over the same components.',
    bands:
      'Ours: 4 is the known cut of 5 in 21, scaled to 15. Component cuts published; disturbance rescaled from nine questions to six.',
  },
  timeFrame: 'Think about your nights in the last month.',
  notice: 'Every life has bad nights. This looks at one month of sleep; it is not a medical test.',
  showsScores: true,
  questions: [
    ask(bed, 'Around what time do you lie down to sleep on most nights?'),
    ask(mins, 'Once the light is off, how long until you drift off?'),
    ask(wake, 'On most mornings, when do your feet touch the floor?'),
    ask(hours, 'Not counting the time you lie awake, how long do you sleep?', {
      hint: 'Teens do best with 8 to 10 hours.',
    }),
    ask(nights, 'I lay in the dark for more than half an hour and sleep would not come.'),
    ask(nights, 'I woke up again in the dark, or long before I had to.'),
    ask(nights, 'A trip to the toilet broke my sleep.'),
    ask(nights, 'I could not get enough air, or a cough or my snoring woke me.'),
    ask(nights, 'My room or my blanket made me sweat or shiver.'),
    ask(nights, 'A nightmare scared me.'),
    ask(nights, 'Something hurt and kept me awake.'),
    ask(nights, 'By day my eyes wanted to close, in class or even over a meal.'),
    ask(hard, 'How hard was it to get yourself going for the things of the day?'),
  ],
  conflicts: [
    {
      id: 'psqi-longer-than-in-bed',
      items: [1, 3, 4],
      greater: [{ op: 'value', item: 4 }, longestSleep()],
      text: 'You cannot sleep longer than you are in bed. Please change your bedtime, the time you get up, or how long you sleep.',
    },
  ],
  reverse: [],
  scores: [
    {
      id: 'latency',
      label: 'Falling asleep',
      expr: steps({ op: 'sum', items: [2, 5] }, [1, 3, 5]),
      min: 0,
      max: 3,
    },
    { id: 'duration', label: 'Hours', expr: { op: 'sum', items: [4] }, min: 0, max: 3 },
    {
      id: 'efficiency',
      label: 'Awake in bed',
      expr: { op: 'bucket', of: asleepPercent(), edges: [65, 75, 85], values: [3, 2, 1, 0] },
      min: 0,
      max: 3,
    },
    {
      id: 'disturbance',
      label: 'Broken nights',
      expr: steps({ op: 'sum', items: [6, 7, 8, 9, 10, 11] }, [1, 7, 13]),
      min: 0,
      max: 3,
    },
    {
      id: 'daytime',
      label: 'The day after',
      expr: steps({ op: 'sum', items: [12, 13] }, [1, 3, 5]),
      min: 0,
      max: 3,
    },
    {
      id: 'total',
      label: 'Rough nights',
      expr: {
        op: 'add',
        args: ['latency', 'duration', 'efficiency', 'disturbance', 'daytime'].map(
          (score): Expr => ({ op: 'score', score }),
        ),
      },
      min: 0,
      max: 15,
      primary: true,
    },
  ],
  bands: [
    {
      id: 'rested',
      tone: 'calm',
      label: 'Rested',
      text: 'Your nights seem to do their job. Keep the rhythm you have.',
      when: scoreIn('total', 0, 3),
      destination: null,
    },
    {
      id: 'choppy',
      tone: 'steady',
      label: 'Choppy nights',
      text: 'Some nights are bumpy. A fixed bedtime, a dim screen and a cool room help many teens. A sleep expert has more tricks.',
      when: scoreIn('total', 4, 7),
      destination: 'Sleep Therapist',
    },
    {
      id: 'rough',
      tone: 'care',
      label: 'Rough nights',
      text: 'Your nights give you too little rest. That drags down mood and school, and it can be changed. Tell an adult you trust; a sleep expert can help.',
      when: scoreIn('total', 8, 15),
      destination: 'Sleep Therapist',
    },
  ],
  risks: [
    {
      id: 'psqi-breath',
      action: 'care_note',
      timing: 'result',
      when: { item: 8, gte: 3 },
      title: 'Air at night',
      text: 'If breathing is hard at night, or you snore loudly on most nights, let a doctor have a look. It can often be fixed.',
    },
    {
      id: 'psqi-day',
      action: 'care_note',
      timing: 'result',
      when: { item: 12, gte: 3 },
      title: 'Too tired to ride',
      text: 'When your eyes close by day, do not ride a bike or scooter, or drive. Rest first, or get a lift.',
    },
  ],
})

/** 0 to 3 by the edges. */
function steps(of: Expr, edges: readonly number[]): Expr {
  return { op: 'bucket', of, edges, values: [0, 1, 2, 3] }
}

/**
 * The most hours that fit between lying down and getting up. Each answer stands for the middle of its hour, so there is an
 * hour and a half more at the widest; 'Less than 5 hours' always fits.
 */
function longestSleep(): Expr {
  const inBed: Expr = { op: 'clockDiff', from: 1, to: 3 }
  const widest: Expr = { op: 'add', args: [inBed, { op: 'const', value: 1.5 }] }
  return { op: 'maxOf', args: [{ op: 'const', value: 4.5 }, widest] }
}

/** Hours slept as a share of the hours between lying down and getting up. */
function asleepPercent(): Expr {
  const share: Expr = {
    op: 'div',
    args: [
      { op: 'value', item: 4 },
      { op: 'clockDiff', from: 1, to: 3 },
    ],
  }
  return { op: 'mul', args: [{ op: 'const', value: 100 }, share] }
}
