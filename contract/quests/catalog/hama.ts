import { defineQuest, range, scoreIn, ask, scale } from '../define-quest.ts'

const strength = scale(0, 'Not at all', 'A little', 'Medium', 'Strong', 'Very strong')

export const hama = defineQuest({
  id: 23,
  type: 'hama',
  title: 'Worry Weather',
  title2: 'Nerves in body and mind',
  description: 'Fourteen questions on how worry shows up in your mind and your body.',
  category: 'mood',
  indicator: 'battery',
  release: 'default',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Hamilton Anxiety Rating Scale, as a self-report',
    citation:
      'Hamilton M (1959). Br J Med Psychol 32:50-55. Teens: Clark DB, Donovan JE (1994) J Am Acad Child Adolesc Psychiatry 33:354-360. Cuts: Matza LS et al. (2010) Int J Methods Psychiatr Res 19:223-232.',
    licence: 'public_domain',
    licenceNote:
      'In the public domain. All words ours; item 12 without its adult part, item 14 as others would see it.',
    bands:
      'Published: up to 17, 18 to 24, 25 to 30, 31 and more; 0 to 7 is the lowest of Matza 2010.',
  },
  timeFrame: 'Think about the last seven days.',
  notice:
    'Worry is a built-in alarm, and everyone has it. This looks at one week; it is not a medical test.',
  showsScores: true,
  questions: [
    ask(strength, 'My mind kept asking what could go wrong.'),
    ask(strength, 'My body stayed wound up and would not rest.'),
    ask(strength, 'I was scared of things like the dark, a crowd or being on my own.'),
    ask(strength, 'Falling asleep was hard, or bad dreams broke the night.'),
    ask(strength, 'It was hard to keep my mind on things or to remember them.'),
    ask(strength, 'I felt low, and fun things gave me little joy.'),
    ask(strength, 'My muscles ached, felt stiff or twitched.'),
    ask(strength, 'My ears rang, my skin tingled, or I went hot and cold.'),
    ask(strength, 'My heart pounded or skipped a beat.'),
    ask(strength, 'My chest felt tight, or I ran short of air.'),
    ask(strength, 'My tummy hurt or felt sick.'),
    ask(strength, 'I had to pee all the time, or my period made me feel bad.', {
      hint: 'If you have no periods, think of the first part alone.',
    }),
    ask(strength, 'My mouth was dry, I sweated, or I felt dizzy.'),
    ask(strength, 'From my hands or my pacing, others could tell that I was nervous.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Clouds',
      expr: { op: 'sum', items: range(1, 14) },
      min: 0,
      max: 56,
      primary: true,
    },
    {
      id: 'psychic',
      label: 'Worry in the mind',
      expr: { op: 'sum', items: [...range(1, 6), 14] },
      min: 0,
      max: 28,
    },
    {
      id: 'somatic',
      label: 'Worry in the body',
      expr: { op: 'sum', items: range(7, 13) },
      min: 0,
      max: 28,
    },
  ],
  bands: [
    {
      id: 'calm',
      tone: 'calm',
      label: 'Clear sky',
      text: 'Your week looks mostly clear. Keep what calms you.',
      when: scoreIn('total', 0, 7),
      destination: null,
    },
    {
      id: 'mild',
      tone: 'steady',
      label: 'Light clouds',
      text: 'A few clouds passed by. Slow breathing, sport and a chat with a friend can clear the sky. A guide for calm can show you more.',
      when: scoreIn('total', 8, 17),
      destination: 'Meditation Therapist',
    },
    {
      id: 'mildmod',
      tone: 'care',
      label: 'Cloudy',
      text: 'Worry was with you on quite a few days, in your mind or your body. A therapist can show you how to turn the alarm down.',
      when: scoreIn('total', 18, 24),
      destination: 'Behavioural Therapist',
    },
    {
      id: 'modsevere',
      tone: 'care',
      label: 'Heavy clouds',
      text: 'Your alarm rang a lot this week. Tell an adult you trust how it is; a therapist can help you feel safe again.',
      when: scoreIn('total', 25, 30),
      destination: 'Psychotherapist',
    },
    {
      id: 'severe',
      tone: 'urgent',
      label: 'Storm',
      text: 'This week was a storm, for your mind and your body. Please talk to a trusted adult or a doctor in the next days. Storms like this can be calmed.',
      when: scoreIn('total', 31, 56),
      destination: 'Psychiatrist',
    },
  ],
  risks: [
    {
      id: 'hama-mood',
      action: 'care_note',
      timing: 'result',
      when: { item: 6, gte: 4 },
      title: 'Your mood matters too',
      text: 'You said that you felt very low. Mood Meter takes a closer look at that. And if it gets too heavy, the help lines are one tap away.',
    },
  ],
})
