import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'New here: how to find your people',
  category: 'Sociocultural Wellness',
  by: 'emily.whitfield',
  content: `A new school, a new city, a new class after the summer. Everybody seems to have somebody already. You stand there with your tray and try to look as if you were waiting for a message.

Two things are true that you cannot see from there. First, many of the people in those groups feel less safe than they look. Second, friendship is mostly **time spent near each other**. It is less about being interesting and more about being there again.

## Go where people repeat

One-time events are hard. You talk, it is nice, and you never meet again. Look for places where the same faces come back every week:

- a club, a choir, a team, a workshop
- the library table by the window, every Tuesday
- a volunteer group, a youth group, a language course
- the bus at ten past seven

Choose one and go **five times** before you decide. The third time is usually the first good one.

## Small is enough

You do not need a clever opening. These have started many friendships:

1. "Is it always this loud in here?"
2. "Did you understand what we have to do for Thursday?"
3. "I like your bag. Where is it from?"
4. "I am new. What should I know about this place?"

Number four is a little brave and works very well. People love being asked for directions, also in life.

## Let it be slow

At first you will know people *from* somewhere: from chemistry, from the bus. One day you will see one of them somewhere else, and you both stop. That is how it happens. You cannot hurry it, but you can keep turning up.

## Keep the old ones, too

Missing your old friends is not a sign that you are failing here. Call them. Tell them how it really is. But try to keep the long calls for the evening, so that your afternoons have room for somebody new.

## When it stays lonely

If weeks go by and you still eat alone, or if people are cruel on purpose, tell an adult you trust. Being left out hurts in a real way, and you should not have to solve it alone. You are welcome in the community rooms here, and any counsellor will be glad to hear from you.`,
}
