import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Being needed: why helping feels good, and how to start small',
  category: 'Spiritual Wellness',
  by: 'grace.mwakasege',
  content: `When life feels flat, everybody tells you to look after yourself. Good advice. But there is a second door, and it opens outwards: do something for somebody else.

Helping will not solve your problems. It does something different. For an hour, you are not the person with the problem. You are the person with the soup, the ball pump, the answer to question six.

## Start with what is near

You do not have to save the sea this week. Look around within five hundred metres.

- Carry the bags of the neighbour on the fourth floor.
- Explain one exercise to somebody in the year below.
- Teach your grandfather how to make a video call. Twice. Three times.
- Pick up litter on your way home for exactly one song.
- Be the person who says hello first to the new one.

## Then find a regular place

Helping once is nice. Helping *every Thursday* makes you part of something. Ask at a library, an animal shelter, a sports club, a mosque or church or temple, an after-school group. The question is easy: "Do you need somebody for an hour a week?" They nearly always do. If you are under eighteen, let a parent or teacher know where you go and with whom.

## What makes it good

1. **Do what you can do.** If you hate phones, do not volunteer for a phone.
2. **Keep it small enough to keep.** One hour that you always do is better than five that you do once.
3. **Let it be equal.** The old lady does not need a hero. She needs milk, and perhaps a chat, and she may know a great deal about pigeons.
4. **Do not post it.** Or post it later. See how it feels when nobody knows.

## Where the limit is

You cannot pour from an empty jug. If you are already carrying too much at home – looking after a sick parent, being the one who keeps everybody calm – then your next brave act is to let somebody help **you**. And if a friend tells you something that scares you, you do not have to be their therapist. Tell an adult. That *is* helping.

> Nobody has ever become poor by giving directions.

Try one small thing before Sunday, and notice how you walk home.`,
}
