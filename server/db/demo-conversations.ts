/** One message of an invented chat. */
export interface DemoLine {
  readonly by: 'client' | 'provider'
  readonly daysAgo: number
  /** UTC, as `HH:MM`. */
  readonly at: string
  readonly text: string
  /** Its writer took it back: a trace is left. */
  readonly deleted?: boolean
}

/** A chat of two people who are connected. */
export interface DemoConversation {
  readonly client: string
  readonly provider: string
  readonly lines: readonly DemoLine[]
  /** Who has not read the last message yet. */
  readonly unread?: 'client' | 'provider'
}

/** What the invented people have written to each other. */
export const demoConversations: readonly DemoConversation[] = [
  {
    client: 'lina',
    provider: 'sofia',
    unread: 'client',
    lines: [
      by(
        'provider',
        12,
        '09:05',
        'Hi Lina, good to have you here. What would you like to start with?',
      ),
      by(
        'client',
        12,
        '15:40',
        'Sleep, mostly. I lie awake until two and then I am a zombie in class',
      ),
      by('client', 12, '15:41', 'and then I nap after school, which I know is bad'),
      by(
        'provider',
        11,
        '08:30',
        'That loop is really common, and it can be turned around. First we look before we change anything.',
      ),
      by(
        'provider',
        11,
        '08:32',
        'Here is a sleep diary. One line every morning, it takes a minute.',
      ),
      by('client', 11, '16:02', 'ok 😄 I can do one line'),
      { ...by('client', 8, '22:14', ''), deleted: true },
      by(
        'client',
        7,
        '14:20',
        'First week done. Funny thing: the nights after drawing are the good ones',
      ),
      by('provider', 7, '17:45', 'That is a lovely find. What is different on those evenings?'),
      by('client', 7, '18:01', 'No phone, I guess. It is in the other room because of the charger'),
      by(
        'provider',
        2,
        '09:10',
        'Then let us try that on purpose: the charger stays in the other room for five evenings. Deal?',
      ),
      by('client', 2, '15:33', 'Deal'),
      by('provider', 1, '10:02', 'How was the first one?'),
    ],
  },
  {
    client: 'omar',
    provider: 'daniel',
    lines: [
      by(
        'client',
        20,
        '17:12',
        'Hey, is it fine to train when I feel down? Some days I just do not want to',
      ),
      by(
        'provider',
        20,
        '19:00',
        'Fine, and often it helps. Make it small on those days: ten minutes outside counts.',
      ),
      by('client', 19, '18:30', 'Did ten. Then did twenty more'),
      by('provider', 19, '20:05', 'That happens a lot. Well done.'),
    ],
  },
  {
    client: 'mona',
    provider: 'joana.pires',
    unread: 'provider',
    lines: [
      by(
        'client',
        9,
        '20:15',
        'My son is 15 and answers everything with "fine". How do I get more than that?',
      ),
      by(
        'provider',
        8,
        '09:20',
        'Side by side works better than face to face: in the car, cooking, walking the dog. And leave the silence alone for a bit.',
      ),
      by('client', 5, '21:40', 'We cooked on Sunday. He told me about a girl in his class!'),
      by('client', 1, '20:05', 'Is it all right if I ask him about it again, or is that too much?'),
    ],
  },
]

function by(who: DemoLine['by'], daysAgo: number, at: string, text: string): DemoLine {
  return { by: who, daysAgo, at, text }
}
