import { defineQuest, range, scoreIn, ask, trueFalse } from '../define-quest.ts'

export const minipsy = defineQuest({
  id: 17,
  type: 'minipsy',
  title: 'Reality Check',
  title2: 'Seven quick questions',
  description: 'Seven true or false questions on moments that felt unreal.',
  category: 'mood',
  indicator: 'buttons',
  release: 'review',
  sensitive: true,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument:
      'Mini International Neuropsychiatric Interview, questions of its psychotic disorders module',
    citation:
      'Sheehan DV, Lecrubier Y, Sheehan KH, et al. (1998). J Clin Psychiatry 59 Suppl 20:22-33.',
    licence: 'permission_needed',
    licenceNote:
      'Licensed for each use; posting it is forbidden. An interview by trained staff, not a self-report. Topics only, all words ours. For review by a clinician before it is switched on.',
    bands: 'Ours: the interview has no sum.',
  },
  timeFrame: 'Think of your life so far, but leave out dreams, fever, alcohol and drugs.',
  notice:
    'Tired, praying or sad people have such moments too, and most are harmless. This is not a medical test.',
  contentNote: 'This one is about moments that felt unreal, and about feeling unsafe with people.',
  showsScores: false,
  questions: [
    ask(trueFalse, 'I felt watched or followed, as if someone was out to get me.', {
      hint: 'If someone really is scaring you, that counts too.',
    }),
    ask(trueFalse, 'It seemed to me that another person could look inside my head.'),
    ask(trueFalse, 'A thought felt as if someone else had planted it.'),
    ask(trueFalse, 'A show, a song or a post seemed to speak straight to me.'),
    ask(trueFalse, 'My family or friends found one of my ideas so odd that it worried them.', {
      hint: 'Faith and family customs do not count here.',
    }),
    ask(trueFalse, 'A voice spoke to me while no one was there.'),
    ask(trueFalse, 'Wide awake, I saw something that was not there for others.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'count',
      label: 'Unreal moments',
      expr: { op: 'sum', items: range(1, 7) },
      min: 0,
      max: 7,
      primary: true,
    },
  ],
  bands: [
    {
      id: 'several',
      tone: 'care',
      label: 'Talk it through',
      text: 'Some moments felt unreal to you. Short nights, stress or grief can do that. A doctor for young people can help you make sense of it; take an adult you trust along.',
      when: { any: [scoreIn('count', 2), { item: 6, gte: 1 }, { item: 7, gte: 1 }] },
      destination: 'Psychiatrist',
    },
    {
      id: 'one',
      tone: 'steady',
      label: 'One odd moment',
      text: 'One moment stood out. That is common. If it still bothers you, talk about it with an adult you trust or a therapist.',
      when: scoreIn('count', 1),
      destination: 'Psychotherapist',
    },
    {
      id: 'none',
      tone: 'calm',
      label: 'All clear',
      text: 'None of these moments is yours. Good to know.',
      when: { always: true },
      destination: null,
    },
  ],
  risks: [
    {
      id: 'mini-voices',
      action: 'help_now',
      timing: 'answer',
      when: { item: 6, gte: 1 },
      title: 'That can be scary',
      text: 'Many people hear a voice once in their life. If it tells you to hurt yourself or someone else, get help right now. In any case, tell an adult you trust or a doctor.',
    },
    {
      id: 'mini-plot',
      action: 'safety_note',
      timing: 'answer',
      when: { item: 1, gte: 1 },
      title: 'You deserve to be safe',
      text: 'Maybe someone really does follow, threaten or bully you. That is never your fault. Tell an adult you trust, or use one of the help lines.',
    },
  ],
})
