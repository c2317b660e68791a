import { ask, pair, type Draft } from './scales.ts'

/**
 * The forty pairs of Spotlight Pro by their numbers; Spotlight Lite takes twenty of them. First the side that counts,
 * then sentence A, then sentence B.
 */
const pairs: readonly (readonly [counts: 'A' | 'B', a: string, b: string])[] = [
  ['A', 'I can win people over without much effort.', 'I rarely get others to see it my way.'],
  ['A', 'I let people know what I am good at.', 'I keep quiet about what I am good at.'],
  ['A', 'Dare me, and I am in.', 'A dare makes me stop and think.'],
  ['B', 'Praise makes me blush.', 'Praise is no surprise to me; I hear it a lot.'],
  [
    'B',
    'Being boss of everything would scare me.',
    'With me as boss of everything, life would be better for all.',
  ],
  ['A', 'With the right words I get out of any mess.', 'When I mess up, I take what follows.'],
  ['B', 'I like being one of many.', 'I like it when all eyes are on me.'],
  ['A', 'I am going to make it big.', 'Making it big is not that important to me.'],
  ['B', 'I am a person like any other.', 'There is something about me that few people have.'],
  ['B', 'Leading a team may not be my thing.', 'A team does well with me at the front.'],
  ['A', 'I say what I want.', 'I would like to speak up more.'],
  [
    'A',
    'I like it when others do what I say.',
    'It is fine with me when someone else says what to do.',
  ],
  [
    'A',
    'Getting others to do something for me is easy.',
    'I feel bad when I talk someone into something.',
  ],
  [
    'A',
    'If people are rude to me, I speak up until they stop.',
    'People mostly treat me well without my asking.',
  ],
  ['B', 'I wear what is comfy, not what gets looks.', 'I love to show a great outfit.'],
  ['A', 'One look, and I know what someone thinks.', 'Other people often puzzle me.'],
  [
    'B',
    'I decide for the group when I know the topic well.',
    'I enjoy deciding for the group, whatever it is about.',
  ],
  ['B', 'A good, quiet life is enough for me.', 'I want the world to know my name.'],
  ['B', 'My looks are okay, nothing more.', 'I enjoy how I look.'],
  ['B', 'I hold back, so that nobody thinks I brag.', 'Give me a stage and I will use it.'],
  [
    'A',
    'I never have to ask myself if I am on the right track.',
    'Now and then I ask myself if I am on the right track.',
  ],
  ['B', 'Some jobs I can only do with help.', 'I get my jobs done on my own.'],
  ['B', 'A few of my stories make people laugh.', 'When I tell a story, everyone wants more.'],
  ['A', 'Others should do a lot for me.', 'Doing something nice for others makes my day.'],
  [
    'A',
    'I will not rest until I have everything I have a right to.',
    'I am happy with the good things that come along.',
  ],
  ['B', 'Kind words about me make me want to hide.', 'Kind words about me feel great.'],
  ['A', 'I want to be the one with power.', 'Having power means little to me.'],
  ['B', 'Trends pass me by.', 'I want my friends to copy my newest look.'],
  ['A', 'I stop at every mirror.', 'I hardly notice mirrors.'],
  ['A', 'The spotlight may stay on me all day.', 'In the spotlight, I would rather hide.'],
  ['A', 'My life is mine, and I do as I like.', 'Nobody gets to do just as they like.'],
  [
    'B',
    'I do not need people to listen to my orders.',
    'When I say how to do it, people do it that way.',
  ],
  ['A', 'I would pick the role of captain.', 'Captain or player, both are fine.'],
  ['A', 'One day people will look up to me.', 'I hope that my plans will work out.'],
  ['B', 'Not everyone buys what I say.', 'I could sell anyone any story.'],
  ['A', 'I could lead from the day I could walk.', 'Leading is something you learn bit by bit.'],
  ['A', 'A film about my life would be cool.', 'My life is private, and I like it that way.'],
  [
    'A',
    'It bugs me when nobody sees my new look.',
    'It is fine when nobody looks at me on the street.',
  ],
  ['A', 'I can do most things better than others.', 'Others can teach me a lot.'],
  ['B', 'I am mostly like the people around me.', 'You will not find a second one like me.'],
]

export const spotlightPairs: readonly Draft[] = pairs.map(([counts, a, b]) =>
  ask(pair(counts, a, b), 'Which one sounds more like you?'),
)

/** The pairs with these numbers, counted from 1. */
export function pairsWithNumbers(numbers: readonly number[]): Draft[] {
  return numbers.flatMap((number) => spotlightPairs[number - 1] ?? [])
}
