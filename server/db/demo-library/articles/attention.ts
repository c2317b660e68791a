import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Deep attention for beginners',
  category: 'Cognitive Wellness',
  by: 'daniel',
  content: `Your attention is worth a great deal. Whole companies compete for it with red dots, endless pages and the little sound you are now imagining. If you find it hard to concentrate, nothing is wrong with you. You are playing against professionals.

But attention is also like a muscle in one way: it gets better with use, in small sets.

## Find out how long yours is

Take something to read on paper. Set no goal. Note the time, read, and note the time again when you first *want* to do something else. Seven minutes? Good. That is your number. Next week try for nine.

## Remove, do not resist

Willpower is tired by the evening. A closed door is not. It is easier to take a thing away than to fight it.

- Phone in another room. **Beside you and switched off still pulls**, because a part of you keeps watching it.
- Only one window open on the screen.
- Notifications off for everything that is not a person. Then for most persons.
- A piece of paper for thoughts that pop up: *wash shirt, who invented soap, write to Ali*. Write it down, go on. Later you will not care who invented soap.

## One thing, and its end

"I study until dinner" has no shape. "I do exercises four to nine" has one. The mind likes to see the finish line. When you are there, stop, even if you could go on. Ending well makes it easier to begin tomorrow.

## Let yourself be bored

The queue, the lift, the three minutes before class: leave the phone in your pocket and look at things. Boredom is where ideas come from, and it teaches your mind that an empty moment is no emergency.

## Breaks that refill

1. Move: stairs, street, stretch.
2. Look far away, out of a window, for a minute.
3. Talk to somebody with a face.
4. Drink water.

A break on the phone feels like rest, and leaves you with eleven new open questions.

## What if it does not work

Tired people cannot concentrate. Neither can hungry, worried or lovesick ones. Look after that first. And if you have always found it much harder than others, at school and also with things you love, ask for advice. It might have a name, and knowing it can help.`,
}
