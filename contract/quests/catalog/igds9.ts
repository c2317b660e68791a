import { defineQuest, lineFor, range, scoreIn, ask, scale } from '../define-quest.ts'

const often = scale(1, 'Never', 'Rarely', 'Sometimes', 'Often', 'Very often')

export const igds9 = defineQuest({
  id: 4,
  type: 'igds9',
  title: 'Game On, Game Off',
  title2: 'Who holds the controller?',
  description: 'Nine questions on you, your games and the time between them.',
  category: 'behavior',
  indicator: 'battery',
  release: 'default',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument: 'Internet Gaming Disorder Scale, short form',
    citation:
      'Pontes HM, Griffiths MD (2015). Comput Human Behav 45:137-143. Cuts: Qin L et al. (2020) Front Psychiatry 11:470; Monacis L et al. (2016) J Behav Addict 5:683-690.',
    licence: 'free_verify',
    licenceNote:
      'Offered free by its author, terms for an app not confirmed. Topics only, all words ours.',
    bands:
      'Published: 32 and more (Qin 2020), five items at the top answer (Pontes 2015); 21 as the low cut (Monacis 2016).',
  },
  timeFrame: 'Think about gaming in the last twelve months, on any screen.',
  notice:
    'Loving games is fine. This only looks at who is in charge, you or the game; it is not a medical test.',
  showsScores: true,
  questions: [
    ask(often, 'My head is still in the game while I sit in class or at dinner.'),
    ask(often, 'A day without my game makes me grumpy, tense or sad.'),
    ask(often, 'One round used to do it, and now I need many to feel happy.'),
    ask(often, 'I set myself a limit for gaming and then broke it.'),
    ask(often, 'Other things I used to like have dropped off since I game.'),
    ask(often, 'I went on gaming even when I saw that it caused fights or bad marks.'),
    ask(often, 'I said that I gamed less than I really did.'),
    ask(often, 'I open a game so that I do not have to feel bad.'),
    ask(often, 'A friendship, a grade or a chance was in danger because of my gaming.'),
  ],
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Pull of the game',
      expr: { op: 'sum', items: range(1, 9) },
      min: 9,
      max: 45,
      primary: true,
    },
    {
      id: 'criteria',
      label: 'Strong signs',
      expr: { op: 'countWhere', thresholds: lineFor(range(1, 9), 5) },
      min: 0,
      max: 9,
    },
  ],
  bands: [
    {
      id: 'high',
      tone: 'care',
      label: 'The game leads',
      text: 'Games seem to take the wheel quite often. That can change step by step, and it is easier with help. A therapist who works with habits knows good first steps.',
      when: { any: [scoreIn('total', 32), scoreIn('criteria', 5)] },
      destination: 'Behavioural Therapist',
    },
    {
      id: 'some',
      tone: 'steady',
      label: 'Watch the clock',
      text: 'Gaming takes a fair share of your time. Try fixed breaks, and one evening a week for something else. A coach can help you stick to it.',
      when: scoreIn('total', 21),
      destination: 'Life Coach',
    },
    {
      id: 'low',
      tone: 'calm',
      label: 'You lead',
      text: 'You hold the controller. Have fun, and keep room for the rest of your life.',
      when: { always: true },
      destination: null,
    },
  ],
  risks: [],
})
