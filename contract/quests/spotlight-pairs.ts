import { ask, pair, type Draft } from './define-quest.ts'

/**
 * The forty pairs of Spotlight Pro by their numbers; Spotlight Lite takes twenty of them. First the side that counts,
 * then what is asked, sentence A and sentence B.
 */
const pairs: readonly (readonly [counts: 'A' | 'B', text: string, a: string, b: string])[] = [
  [
    'A',
    'How easy is it for you to win people over?',
    'I can win people over without much effort.',
    'I rarely get others to see it my way.',
  ],
  [
    'A',
    'Do others know what you are good at?',
    'I let people know what I am good at.',
    'I keep quiet about what I am good at.',
  ],
  [
    'A',
    'What do you do when someone dares you?',
    'Dare me, and I am in.',
    'A dare makes me stop and think.',
  ],
  [
    'B',
    'How do you take praise?',
    'Praise makes me blush.',
    'Praise is no surprise to me; I hear it a lot.',
  ],
  [
    'B',
    'What if you were the boss of everything?',
    'Being boss of everything would scare me.',
    'With me as boss of everything, life would be better for all.',
  ],
  [
    'A',
    'What do you do when you have messed up?',
    'With the right words I get out of any mess.',
    'When I mess up, I take what follows.',
  ],
  [
    'B',
    'Where do you like to be in a group?',
    'I like being one of many.',
    'I like it when all eyes are on me.',
  ],
  [
    'A',
    'How big do your dreams get?',
    'I am going to make it big.',
    'Making it big is not that important to me.',
  ],
  [
    'B',
    'Is there something rare about you?',
    'I am a person like any other.',
    'There is something about me that few people have.',
  ],
  [
    'B',
    'What happens when you lead a team?',
    'Leading a team may not be my thing.',
    'A team does well with me at the front.',
  ],
  [
    'A',
    'Do you speak up for what you want?',
    'I say what I want.',
    'I would like to speak up more.',
  ],
  [
    'A',
    'Who gets to say what to do?',
    'I like it when others do what I say.',
    'It is fine with me when someone else says what to do.',
  ],
  [
    'A',
    'How is it to get others to do things for you?',
    'Getting others to do something for me is easy.',
    'I feel bad when I talk someone into something.',
  ],
  [
    'A',
    'How do you get people to treat you well?',
    'If people are rude to me, I speak up until they stop.',
    'People mostly treat me well without my asking.',
  ],
  [
    'B',
    'How do you pick what to wear?',
    'I wear what is comfy, not what gets looks.',
    'I love to show a great outfit.',
  ],
  [
    'A',
    'How well can you tell what others think?',
    'One look, and I know what someone thinks.',
    'Other people often puzzle me.',
  ],
  [
    'B',
    'When do you like to decide for a group?',
    'I decide for the group when I know the topic well.',
    'I enjoy deciding for the group, whatever it is about.',
  ],
  [
    'B',
    'Would you like to be famous?',
    'A good, quiet life is enough for me.',
    'I want the world to know my name.',
  ],
  [
    'B',
    'What do you think of your looks?',
    'My looks are okay, nothing more.',
    'I enjoy how I look.',
  ],
  [
    'B',
    'What do you do when you get the chance to show off?',
    'I hold back, so that nobody thinks I brag.',
    'Give me a stage and I will use it.',
  ],
  [
    'A',
    'How sure are you that you are on the right path?',
    'I never have to ask myself if I am on the right track.',
    'Now and then I ask myself if I am on the right track.',
  ],
  [
    'B',
    'How do you get a job done?',
    'Some jobs I can only do with help.',
    'I get my jobs done on my own.',
  ],
  [
    'B',
    'What happens when you tell a story?',
    'A few of my stories make people laugh.',
    'When I tell a story, everyone wants more.',
  ],
  [
    'A',
    'Who should do more for whom?',
    'Others should do a lot for me.',
    'Doing something nice for others makes my day.',
  ],
  [
    'A',
    'When do you have enough?',
    'I will not rest until I have everything I have a right to.',
    'I am happy with the good things that come along.',
  ],
  [
    'B',
    'How do kind words about you feel?',
    'Kind words about me make me want to hide.',
    'Kind words about me feel great.',
  ],
  [
    'A',
    'How do you feel about power?',
    'I want to be the one with power.',
    'Having power means little to me.',
  ],
  [
    'B',
    'How do you feel about trends?',
    'Trends pass me by.',
    'I want my friends to copy my newest look.',
  ],
  [
    'A',
    'What do you do when you pass a mirror?',
    'I stop at every mirror.',
    'I hardly notice mirrors.',
  ],
  [
    'A',
    'How long would you stay in the spotlight?',
    'The spotlight may stay on me all day.',
    'In the spotlight, I would rather hide.',
  ],
  [
    'A',
    'How free are you to do as you like?',
    'My life is mine, and I do as I like.',
    'Nobody gets to do just as they like.',
  ],
  [
    'B',
    'What happens when you tell people how to do something?',
    'I do not need people to listen to my orders.',
    'When I say how to do it, people do it that way.',
  ],
  [
    'A',
    'Which role would you take in a team?',
    'I would pick the role of captain.',
    'Captain or player, both are fine.',
  ],
  [
    'A',
    'What do you hope for later in life?',
    'One day people will look up to me.',
    'I hope that my plans will work out.',
  ],
  [
    'B',
    'Do people believe what you tell them?',
    'Not everyone buys what I say.',
    'I could sell anyone any story.',
  ],
  [
    'A',
    'Where does leading come from?',
    'I could lead from the day I could walk.',
    'Leading is something you learn bit by bit.',
  ],
  [
    'A',
    'Would you like a film about your life?',
    'A film about my life would be cool.',
    'My life is private, and I like it that way.',
  ],
  [
    'A',
    'Who should see your new look?',
    'It bugs me when nobody sees my new look.',
    'It is fine when nobody looks at me on the street.',
  ],
  [
    'A',
    'How do you compare with others?',
    'I can do most things better than others.',
    'Others can teach me a lot.',
  ],
  [
    'B',
    'Are there more people like you?',
    'I am mostly like the people around me.',
    'You will not find a second one like me.',
  ],
]

export const spotlightPairs: readonly Draft[] = pairs.map(([counts, text, a, b]) =>
  ask(pair(counts, a, b), text),
)

/** The pairs with these numbers, counted from 1. */
export function pairsWithNumbers(numbers: readonly number[]): Draft[] {
  return numbers.flatMap((number) => spotlightPairs[number - 1] ?? [])
}
