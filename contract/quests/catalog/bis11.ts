import { cardOf } from '../cards.ts'
import type { Quest } from '../model.ts'
import { range, scoreIn } from '../rules.ts'
import { ask, numbered, scale } from '../scales.ts'

const often = scale(1, 'Almost never', 'Now and then', 'Often', 'Nearly always')

const card = cardOf('bis11')

export const bis11: Quest = {
  ...card,
  source: {
    instrument: 'Barratt Impulsiveness Scale, version 11',
    citation:
      'Patton JH, Stanford MS, Barratt ES (1995). J Clin Psychol 51:768-774. Norms: Stanford MS et al. (2009) Pers Individ Dif 47:385-395.',
    licence: 'free_noncommercial',
    licenceNote:
      'Free for research and teaching; commercial use: ask its owners. Topics only, all words ours; jobs, homes and credit became school, rooms and pocket money.',
    bands:
      'Published (Stanford 2009): below 52, 52 to 71, 72 and more. Norms of adults; teens run higher.',
  },
  timeFrame: 'Think about how you usually are.',
  notice:
    'Fast and slow both have their good sides. This shows your style; it is not a medical test.',
  showsScores: true,
  questions: numbered(card.id, [
    ask(often, 'Before a project I make a list or a plan.'),
    ask(often, 'My hands are already busy before my head has caught up.'),
    ask(often, 'Give me two choices and I have picked one in a blink.'),
    ask(often, 'I go through the day without a care.'),
    ask(often, 'Someone explains a thing and I miss half of it.'),
    ask(often, 'My head is like a page with too many tabs open.'),
    ask(often, 'When we go somewhere, I know days before what I will pack.'),
    ask(often, 'I can stop myself when I really want to do something.'),
    ask(often, 'It is easy for me to stay with one thing until it is done.'),
    ask(often, 'I put some of my pocket money away.'),
    ask(often, 'I shift around in my seat when somebody gives a long talk.'),
    ask(often, 'I look at a thing from all sides before I act.'),
    ask(often, 'I do things today that will help me get a good job one day.'),
    ask(often, 'Words leave my mouth that I would like to take back.'),
    ask(often, 'A tricky question that keeps my brain busy is fun for me.'),
    ask(often, 'I join a club or take a small job, and soon I leave it for a new one.'),
    ask(often, 'If I feel like it, I just do it.'),
    ask(often, 'Brain teasers make me yawn after a minute.'),
    ask(often, 'My plans turn upside down because something else popped up.'),
    ask(often, 'I think things through calmly, one step after the other.'),
    ask(often, 'I move my things around or ask for another room or seat.'),
    ask(often, 'I come home with things that I had not planned to buy.'),
    ask(often, 'While one thing is on my mind, there is no room for another.'),
    ask(often, 'I drop one free-time thing and pick up the next.'),
    ask(often, 'My money is gone before the week is over, or I owe some.'),
    ask(often, 'While I work something out, thoughts about other stuff drift in.'),
    ask(often, 'Today counts more for me than what may come next year.'),
    ask(often, 'In class or at a show I can hardly wait to get up.'),
    ask(often, 'I enjoy riddles, word games or putting pieces together.'),
    ask(often, 'I picture where I want to be in a few years.'),
  ]),
  reverse: [1, 7, 8, 9, 10, 12, 13, 15, 20, 29, 30],
  scores: [
    {
      id: 'total',
      label: 'Speed of your moves',
      expr: { op: 'sum', items: range(1, 30) },
      min: 30,
      max: 120,
      primary: true,
    },
    {
      id: 'attentional',
      label: 'Wandering mind',
      expr: { op: 'sum', items: [5, 6, 9, 11, 20, 24, 26, 28] },
      min: 8,
      max: 32,
    },
    {
      id: 'motor',
      label: 'Quick action',
      expr: { op: 'sum', items: [2, 3, 4, 16, 17, 19, 21, 22, 23, 25, 30] },
      min: 11,
      max: 44,
    },
    {
      id: 'nonplanning',
      label: 'Living for today',
      expr: { op: 'sum', items: [1, 7, 8, 10, 12, 13, 14, 15, 18, 27, 29] },
      min: 11,
      max: 44,
    },
    {
      id: 'attention',
      label: 'Losing the thread',
      expr: { op: 'sum', items: [5, 9, 11, 20, 28] },
      min: 5,
      max: 20,
    },
    {
      id: 'coginstability',
      label: 'Jumping thoughts',
      expr: { op: 'sum', items: [6, 24, 26] },
      min: 3,
      max: 12,
    },
    {
      id: 'motor1',
      label: 'Acting at once',
      expr: { op: 'sum', items: [2, 3, 4, 17, 19, 22, 25] },
      min: 7,
      max: 28,
    },
    {
      id: 'perseverance',
      label: 'Liking change',
      expr: { op: 'sum', items: [16, 21, 23, 30] },
      min: 4,
      max: 16,
    },
    {
      id: 'selfcontrol',
      label: 'Loose reins',
      expr: { op: 'sum', items: [1, 7, 8, 12, 13, 14] },
      min: 6,
      max: 24,
    },
    {
      id: 'complexity',
      label: 'Keeping it simple',
      expr: { op: 'sum', items: [10, 15, 18, 27, 29] },
      min: 5,
      max: 20,
    },
  ],
  bands: [
    {
      id: 'steady',
      tone: 'calm',
      label: 'Very steady',
      text: 'You think before you move, almost always. That keeps you safe; now and then a small surprise may do you good.',
      when: scoreIn('total', 30, 51),
      destination: null,
    },
    {
      id: 'typical',
      tone: 'calm',
      label: 'Balanced',
      text: 'You mix thinking and jumping, like most people. You know when to do which.',
      when: scoreIn('total', 52, 71),
      destination: null,
    },
    {
      id: 'high',
      tone: 'care',
      label: 'Fast and spontaneous',
      text: 'You move fast. That brings fun and ideas, and at times some trouble. If you would like a better brake, a therapist can train it with you.',
      when: scoreIn('total', 72, 120),
      destination: 'Behavioural Therapist',
    },
  ],
  risks: [],
}
