import { defineQuest, range, ask, scale } from '../define-quest.ts'

const days = scale(0, 'Never', 'Some days', 'Most days', 'Almost every day')
const hard = scale(0, 'Not hard', 'A little hard', 'Quite hard', 'Super hard')

export const phq9 = defineQuest({
  id: 1,
  type: 'phq9',
  title: 'Mood Meter',
  title2: 'How have the last two weeks felt?',
  description: 'Ten quick questions on your mood, sleep, food and focus over the last two weeks.',
  category: 'mood',
  indicator: 'battery',
  release: 'default',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Patient Health Questionnaire-9 and its question on difficulty',
    citation:
      'Kroenke K, Spitzer RL, Williams JBW (2001). J Gen Intern Med 16:606-613. Teens: Johnson JG et al. (2002) J Adolesc Health 30:196-204; Richardson LP et al. (2010) Pediatrics 126:1117-1123.',
    licence: 'public_domain',
    licenceNote:
      'Free to reproduce, translate and display. Our own words all the same, with irritability and school.',
    bands: 'Published (Kroenke 2001).',
  },
  timeFrame: 'Think about the last two weeks.',
  notice:
    'This is a mood check, not a medical test. Your answers show how two weeks felt, not who you are.',
  contentNote:
    'One question is about thoughts of death or hurting yourself. You can stop at any time, and help is always one tap away.',
  showsScores: true,
  questions: [
    ask(days, 'Things I usually enjoy felt boring or not worth starting.'),
    ask(days, 'I felt sad, grumpy or like things would not get better.'),
    ask(days, 'My sleep was off: too short, too long or full of gaps.'),
    ask(days, 'My battery felt empty, even after a rest.'),
    ask(days, 'I wanted far less food than usual, or far more.'),
    ask(days, 'I was hard on myself and felt I was not good enough.'),
    ask(days, 'My mind slipped away in class or in the middle of a chat.'),
    ask(days, 'I moved in slow motion, or I could not keep still at all.'),
    ask(days, 'I thought about hurting myself, or that I would rather not be alive.', {
      contentNote:
        'The next question is a heavy one. Answer in your own time; whatever you say, you are not in trouble.',
    }),
    ask(hard, 'How hard did all of this make school, home life or seeing friends?', {
      hint: 'If nothing above was a problem, choose "Not hard".',
    }),
  ],
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Mood load',
      expr: { op: 'sum', items: range(1, 9) },
      min: 0,
      max: 27,
      primary: true,
    },
    { id: 'difficulty', label: 'Daily life', expr: { op: 'sum', items: [10] }, min: 0, max: 3 },
  ],
  bands: [
    {
      id: 'minimal',
      tone: 'calm',
      label: 'Mostly light',
      text: 'Your answers look mostly light right now. Keep doing what does you good, and check in again whenever you like.',
      when: { score: 'total', gte: 0, lte: 4 },
      destination: null,
    },
    {
      id: 'mild',
      tone: 'steady',
      label: 'A little grey',
      text: 'Some grey days showed up. Sleep, fresh air and time with people you like can help. So can a chat with someone who coaches teens.',
      when: { score: 'total', gte: 5, lte: 9 },
      destination: 'Wellness Coach',
    },
    {
      id: 'moderate',
      tone: 'care',
      label: 'Quite heavy',
      text: 'These two weeks sound heavy. You do not have to carry that alone: you could talk to a trusted adult, a doctor or a therapist.',
      when: { score: 'total', gte: 10, lte: 14 },
      destination: 'Psychotherapist',
    },
    {
      id: 'modsevere',
      tone: 'care',
      label: 'Heavy',
      text: 'Your answers sound heavy on most days. Please tell an adult you trust soon; a therapist can help you find what makes it lighter.',
      when: { score: 'total', gte: 15, lte: 19 },
      destination: 'Psychotherapist',
    },
    {
      id: 'severe',
      tone: 'urgent',
      label: 'Very heavy',
      text: 'It sounds like you are carrying a lot, nearly every day. Please talk to a trusted adult or a doctor this week. Feeling better is possible, and people can help.',
      when: { score: 'total', gte: 20, lte: 27 },
      destination: 'Psychiatrist',
    },
  ],
  risks: [
    {
      id: 'phq9-q9',
      action: 'crisis_now',
      timing: 'answer',
      when: { item: 9, gte: 1 },
      title: 'Thank you for being honest',
      text: 'Thoughts like these can feel scary, and many people have had them and got through. You do not have to face this alone. Please reach out to someone now.',
    },
  ],
})
