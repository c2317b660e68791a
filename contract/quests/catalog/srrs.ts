import { cardOf } from '../cards.ts'
import type { Quest } from '../model.ts'
import { anyFrom, range, scoreIn } from '../rules.ts'
import { ask, numbered, trueFalse, type Draft } from '../scales.ts'

/** An event with its weight in life-change units. */
function event(weight: number, text: string, contentNote?: string): Draft {
  return ask(trueFalse, text, contentNote ? { weight, contentNote } : { weight })
}

const card = cardOf('srrs')

export const srrs: Quest = {
  ...card,
  source: {
    instrument: 'Social Readjustment Rating Scale, its 43 events moved to the home of a teen',
    citation:
      'Holmes TH, Rahe RH (1967). J Psychosom Res 11:213-218. Youth: Coddington RD (1972) J Psychosom Res 16:7-18.',
    licence: 'copyright_unclear',
    licenceNote:
      'Printed in a journal; the weights are facts. All words ours; not validated for teens, and the old claim about illness is not shown.',
    bands: 'Published cuts 150 and 300.',
  },
  timeFrame: 'Was this part of your last twelve months?',
  notice:
    'Change costs energy, even good change. This adds up your year; it is not a medical test.',
  contentNote:
    'Some questions are about death, family trouble, pregnancy and prison. You can stop at any time.',
  showsScores: true,
  questions: numbered(card.id, [
    event(
      100,
      'A parent, or the person who raised me, died.',
      'The first question is a sad one. Take your time.',
    ),
    event(73, 'My parents got divorced.'),
    event(65, 'My parents stopped living together.'),
    event(63, 'Someone close to me was sent to prison.'),
    event(63, 'Someone else in my close family died.'),
    event(53, 'I was badly hurt or ill.'),
    event(50, 'Someone in my home got married.'),
    event(47, 'I lost a job or was told to leave my school.'),
    event(45, 'My parents got back together.'),
    event(45, 'A parent stopped working for good.'),
    event(44, 'The health of someone in my family changed a lot.'),
    event(40, 'Someone close to me, or I myself, got pregnant.'),
    event(39, 'Dating or the changes in my body worried me.'),
    event(39, 'A new person came to live with us, like a baby or a grandparent.'),
    event(39, 'The family shop or business went through big changes.'),
    event(38, 'My family had much more or much less money.'),
    event(37, 'A good friend died.'),
    event(36, 'I moved to a different track or kind of class.'),
    event(35, 'There was more shouting at home, or less.'),
    event(31, 'My family borrowed a lot of money.'),
    event(30, 'We lost our home or car because of money we owed.'),
    event(29, 'I got new duties at home, at school or in a club.'),
    event(29, 'A brother or sister moved out.'),
    event(29, 'I had trouble with people in the wider family.'),
    event(28, 'I reached something big that I am proud of.'),
    event(26, 'A parent began a job or lost one.'),
    event(26, 'I began at a school or finished it.'),
    event(25, 'Our home got better or worse to live in.'),
    event(24, 'I changed some of my daily habits.'),
    event(23, 'A teacher or boss and I did not get along.'),
    event(20, 'My school hours or my homework load changed.'),
    event(20, 'We moved to another home.'),
    event(20, 'I went to a new school.'),
    event(19, 'What I do in my free time changed.'),
    event(19, 'I prayed or went to services more than before, or less.'),
    event(18, 'I went out with people more than before, or less.'),
    event(17, 'I borrowed a little money.'),
    event(16, 'I slept more than before, less, or at other hours.'),
    event(15, 'The family got together more than before, or less.'),
    event(15, 'I ate more than before, less, or other food.'),
    event(13, 'I went on a holiday or a trip.'),
    event(12, 'I spent a festival season with my family or alone.'),
    event(11, 'I got into small trouble for breaking a rule.'),
  ]),
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Wind strength',
      expr: { op: 'sum', items: range(1, 43), weighted: true },
      min: 0,
      max: 1466,
      primary: true,
    },
    {
      id: 'events',
      label: 'Changes',
      expr: { op: 'count', items: range(1, 43), gte: 1 },
      min: 0,
      max: 43,
    },
  ],
  bands: [
    {
      id: 'light',
      tone: 'calm',
      label: 'Light breeze',
      text: 'Your year was fairly calm. Good ground for something new, if you like.',
      when: scoreIn('total', 0, 149),
      destination: null,
    },
    {
      id: 'windy',
      tone: 'steady',
      label: 'Windy',
      text: 'Quite a lot changed for you. Plan some quiet time, sleep enough, and let people help. A coach can help you sort things.',
      when: scoreIn('total', 150, 299),
      destination: 'Wellness Coach',
    },
    {
      id: 'stormy',
      tone: 'care',
      label: 'Stormy',
      text: 'So much changed in one year that anyone would feel it. Be kind to yourself. You could talk it over with an adult you trust or a therapist.',
      when: scoreIn('total', 300, 1466),
      destination: 'Psychotherapist',
    },
  ],
  risks: [
    {
      id: 'srrs-grief',
      action: 'care_note',
      timing: 'result',
      when: anyFrom(1, 1, 5, 17),
      title: 'You lost someone',
      text: 'We are sorry. Missing someone has no timetable. Talking about them with family, a friend or a therapist can help, and so can quiet time of your own.',
    },
    {
      id: 'srrs-private',
      action: 'care_note',
      timing: 'result',
      when: anyFrom(1, 12, 4),
      title: 'You can ask in private',
      text: 'A pregnancy, or someone in prison, can be a lot to carry in silence. A doctor, a school nurse or a help line will listen. You can ask first what they keep to themselves.',
    },
  ],
}
