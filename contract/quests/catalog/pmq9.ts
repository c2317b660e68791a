import { defineQuest, range, scoreIn, ask, scale } from '../define-quest.ts'

const days = scale(0, 'Never', 'Some days', 'Most days', 'Almost every day')

export const pmq9 = defineQuest({
  id: 2,
  type: 'pmq9',
  title: 'Energy Surge',
  title2: 'Are you running on turbo?',
  description: 'Nine questions on how fast your engine has been running this past week.',
  category: 'mood',
  indicator: 'battery',
  release: 'default',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Patient Mania Questionnaire-9',
    citation: 'Cerimele JM, Russo J, Bauer AM, et al. (2022). J Gen Intern Med 37:1680-1687.',
    licence: 'free_verify',
    licenceNote:
      'Free to download, terms not confirmed. Topics only, all words ours. Not studied with teens.',
    bands: 'Second-hand: below 5, 5 to 9, 10 and more (a clinical app); the paper has no bands.',
  },
  timeFrame: 'Think about the last seven days, compared with how you usually are.',
  notice:
    'Being excited is normal and good. This looks at your speed this week; it is not a medical test.',
  showsScores: true,
  questions: [
    ask(days, 'I slept much less than I usually do and still had lots of power.'),
    ask(days, 'Small things made me snap, far more than normal for me.'),
    ask(days, 'I was busier and more on the go than people know me.'),
    ask(days, 'I did things first and thought about them later.'),
    ask(days, 'My body felt like it was stuck on fast-forward.'),
    ask(days, 'Any little sound or message pulled me away from what I did.'),
    ask(days, 'The words kept pouring out of me, and stopping felt hard.'),
    ask(days, 'I ended up in a fight of words with someone.'),
    ask(days, 'Ideas shot through my head faster than I could follow.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Speed',
      expr: { op: 'sum', items: range(1, 9) },
      min: 0,
      max: 27,
      primary: true,
    },
  ],
  bands: [
    {
      id: 'settled',
      tone: 'calm',
      label: 'Settled',
      text: 'Your week ran at your own pace. Enjoy it, and come back when things feel faster.',
      when: scoreIn('total', 0, 4),
      destination: null,
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Some surges',
      text: 'You had some turbo moments. Regular bedtimes, breaks and a slow evening can help you steer, and a coach can show you how.',
      when: scoreIn('total', 5, 9),
      destination: 'Behavioural Therapist',
    },
    {
      id: 'high',
      tone: 'care',
      label: 'Many surges',
      text: 'Your engine ran fast on many days. If that is new for you, tell an adult you trust and let a doctor have a look. It is good to know what drives it.',
      when: scoreIn('total', 10, 27),
      destination: 'Psychiatrist',
    },
  ],
  risks: [
    {
      id: 'pmq9-impulse',
      action: 'care_note',
      timing: 'result',
      when: {
        all: [
          { item: 4, gte: 3 },
          { score: 'total', gte: 10 },
        ],
      },
      title: 'A pause before the jump',
      text: 'When everything is fast, risky ideas can look great. Try a rule: wait one night before big steps, and tell someone you trust what you plan.',
    },
  ],
})
