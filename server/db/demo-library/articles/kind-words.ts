import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Talking about food and bodies kindly',
  category: 'Nutritional Wellness',
  by: 'priya',
  content: `Young people hear thousands of sentences about bodies before they are grown: from films, from friends, from strangers under a photo. Yours stay the longest. A single remark at a wedding can be remembered for thirty years. So can a single kind one.

## Look at what you say about yourself

Children learn how to live in a body by watching how you live in yours. "I was so bad today, I had cake" teaches more than any lecture about self-esteem. Try for a week to say nothing unkind about your own body aloud. It is harder than it sounds, and it changes the air in a home.

## Food is not good or evil

Words like *clean*, *sin*, *cheat day* and *deserve* turn a plate into a courtroom. Plain words are better:

- instead of "healthy" and "junk": *food that fills you for long* and *food that is for fun*
- instead of "you may have dessert if you finish": dessert, now and then, without conditions
- instead of "are you sure you need that?": nothing at all

## Bodies grow in strange order

In puberty many young people become rounder before they become taller, some become thin and endless, and hands arrive before arms. It is all on schedule. Do not comment, not even to praise. "You have lost weight, how nice" tells them that you were watching, and that you will be watching.

Praise what a body **does**, or better, what the person does: *You were so patient with your brother. You look as if you had fun out there.*

## When they say "I am so ugly"

"Nonsense, you are beautiful" closes the conversation, although it is true. Try this order:

1. **Hear it.** "That sounds like a hard day in front of the mirror."
2. **Ask.** "Did somebody say something?"
3. **Stay.** "I do not see you that way. And I am sorry it feels like that today."

## Relatives

Somebody will comment at the next family dinner. You may decide beforehand what you will answer: "We do not talk about bodies at our table. How is your garden?" Your child will remember that you said it.

## When to get help

Skipped meals, new rules about food, exercise in secret, bathroom visits after eating, fear of being weighed: please do not wait for it to pass. Speak gently, see a doctor soon, and let us support you. If there is danger, open **Help now**.`,
}
