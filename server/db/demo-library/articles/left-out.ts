import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'When your child is left out',
  category: 'Sociocultural Wellness',
  by: 'emily.whitfield',
  content: `Your child was the only one not invited. Or the group chat has a twin without them in it. Few things hurt parents more, and few things make us act so badly. Here is a slower way.

## First, feel it yourself, elsewhere

Your own old schoolyard is standing in the kitchen with you. Take it for a walk before you speak. If you are angrier or sadder than your child, they will start to look after *you*, and stop telling you things.

## Then be company

Do not ask for the whole story at once. Sit near. "That is a lousy feeling" is enough for the first evening. Cook something they like. Loneliness gets smaller when somebody stays in the room without wanting anything.

## Find out what it is

There is a difference, and it matters:

- **Friendships shift.** It is painful and normal. Nobody planned it.
- **Exclusion with intent** is something else: the same people, again and again, with rumours, screenshots or laughter. That is bullying, also when nobody is touched.

Ask calm questions: How often? Who sees it? What happens when you come closer? What have you tried?

## What helps in the first case

1. **One person, one plan.** Not a party. One classmate, one film, two hours.
2. **A second place.** A club or course where nobody knows the story from school.
3. **Something they are good at.** Not to impress anybody, but to remember.

## What helps in the second

- Keep evidence: screenshots with dates.
- Go to the school with facts and a wish, not with a verdict. "This has happened nine times. What will you do, and when shall we speak again?"
- Do not call the other parents in the heat of the moment. It rarely ends well for the children.
- Ask your child before each step. Being left out is a loss of control, so give some back.

## Please do not

Tell them to ignore it. Tell them to hit back. Explain that those children are jealous. Say that you had no friends either and look at you now.

## Watch for

No appetite, stomach aches before school, giving away things, sentences like "it would be better without me". Take such sentences seriously every time. Stay with them, and open **Help now** together.`,
}
