import { defineQuest, range, scoreIn, ask, scale } from '../define-quest.ts'

const time = scale(0, 'Never', 'Now and then', 'Half the time', 'Most of the time', 'All the time')

export const sad = defineQuest({
  id: 7,
  type: 'sad',
  title: 'Social Spark',
  title2: 'Being seen, being you',
  description: 'Ten questions on how it feels to be around other people.',
  category: 'mood',
  indicator: 'buttons',
  release: 'default',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Severity Measure for Social Anxiety Disorder, child form for ages 11 to 17',
    citation:
      'Craske MG, Wittchen U, Bogels S, et al. (2013). American Psychiatric Association. Teens: Carlton CN et al. (2021) Child Psychiatry Hum Dev, doi:10.1007/s10578-021-01120-x.',
    licence: 'permission_needed',
    licenceNote:
      'The association lets researchers and clinicians copy it; an app is neither. Topics only, all words ours.',
    bands:
      'Published: the average 0 to 4 from none to extreme. Rounding it half up into totals is ours.',
  },
  timeFrame: 'Think about the last seven days.',
  notice: 'Butterflies around people are normal. This is a look at your week, not a medical test.',
  showsScores: true,
  questions: [
    ask(time, 'A wave of fear hit me when people were near.'),
    ask(time, 'Plans with others made me uneasy before they began.'),
    ask(time, 'I feared that others would laugh at me or not want me there.'),
    ask(time, 'With people around, my heart sped up or my hands got damp or shaky.'),
    ask(time, 'My whole body stayed on guard while I was with others.'),
    ask(time, 'I stayed away from a place or plan because people would be there.'),
    ask(time, 'I slipped out before the end, or I hardly said a word.'),
    ask(time, 'I went over and over my lines before I met someone.'),
    ask(time, 'I kept busy so that I would not have to think about seeing people.'),
    ask(time, 'I needed a prop of some kind to get through time with others.', {
      hint: 'A prop can be a thing, a person or a trick.',
    }),
  ],
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Butterflies',
      expr: { op: 'sum', items: range(1, 10) },
      min: 0,
      max: 40,
      primary: true,
    },
    {
      id: 'average',
      label: 'Average',
      expr: {
        op: 'div',
        args: [
          { op: 'score', score: 'total' },
          { op: 'const', value: 10 },
        ],
      },
      min: 0,
      max: 4,
    },
  ],
  bands: [
    {
      id: 'none',
      tone: 'calm',
      label: 'Easy-going',
      text: 'Being with people came easily this week. Enjoy it.',
      when: scoreIn('total', 0, 4),
      destination: null,
    },
    {
      id: 'mild',
      tone: 'steady',
      label: 'A few butterflies',
      text: 'You had a few butterflies, like most people. Small steps help: say hello first, ask one question. A trainer for people skills can make it fun.',
      when: scoreIn('total', 5, 14),
      destination: 'Soft Skills Instructor',
    },
    {
      id: 'moderate',
      tone: 'care',
      label: 'Many butterflies',
      text: 'People gave you butterflies quite often. You are not alone with that, and it can be trained away in small steps. A therapist can plan them with you.',
      when: scoreIn('total', 15, 24),
      destination: 'Behavioural Therapist',
    },
    {
      id: 'severe',
      tone: 'care',
      label: 'Strong nerves',
      text: 'Your nerves were strong this week and may have cost you things you wanted. You could tell an adult you trust, and a therapist can help you get them back.',
      when: scoreIn('total', 25, 34),
      destination: 'Psychotherapist',
    },
    {
      id: 'extreme',
      tone: 'urgent',
      label: 'Very strong nerves',
      text: 'Almost every moment with people was hard. Please tell a trusted adult or a doctor soon. This is something that can be helped very well.',
      when: scoreIn('total', 35, 40),
      destination: 'Psychiatrist',
    },
  ],
  risks: [
    {
      id: 'sad-crutch',
      action: 'care_note',
      timing: 'result',
      when: { item: 10, gte: 3 },
      title: 'What helps you through',
      text: 'Some props are fine. If yours is alcohol, a pill or something else you take, please talk to a doctor or a trusted adult. There are safer ways.',
    },
  ],
})
