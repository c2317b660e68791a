import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Screens at night: an agreement for the whole family',
  category: 'Physical Wellness',
  by: 'joana.pires',
  content: `Most families have rules about screens. Many have the same argument about them, every evening, word for word. An agreement is something else than a rule: everybody has helped to write it, and it binds **everybody**, including the people who pay for the internet.

## Before you sit down

Each of you watches yourself for three days. When did I pick up the phone without a reason? What did I miss because of it? What was really good about it? Parents, too. Especially parents.

## The meeting

Take half an hour, with something nice to eat. One person writes. Go through four questions.

1. **What are screens good for in our family?** Friends, music, learning, laughing. Start here, so that nobody has to defend themself.
2. **What do they cost us?** Sleep, meals, tempers, homework. No names, no examples from last Tuesday.
3. **Which times are screen-free?** For example meals, and the hour before bed.
4. **Where do devices sleep?** One charging place for all of them is the single most useful sentence in any agreement.

## Write it as "we"

> We put our phones on the shelf at half past nine. We may finish a call. Music from the speaker is fine. On Fridays we forget all this until eleven.

Short, concrete, with exceptions that are part of it. An agreement without exceptions lasts until the first birthday party.

## What happens when someone breaks it

Decide together, calmly, in advance. Good consequences are small and have to do with the thing: the phone goes to the shelf half an hour earlier the next day. Bad ones are big and late: "no phone for a month" punishes the parents most.

## Look again after two weeks

Put a date on it. What worked? What was silly? Change one point and sign again. Children who see that their objections change something will argue better, and less.

## And if it is more than habit

If a young person cannot stop although they want to, hides how long they are online, loses friends or sleep for it, or is frightened by something they saw or were sent, more rules will not help. Listen first. Then find somebody to talk to together, here or at **Help now**.`,
}
