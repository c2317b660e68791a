import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'After the row: how families make peace again',
  category: 'Emotional Wellness',
  by: 'lamia.chahine',
  content: `Doors have been slammed. Somebody said "always", somebody said "never", and now the flat is very quiet. Every family knows this silence. What makes the difference is not whether you argue. It is how you find your way back.

## First, let the storm leave the body

For a while after a row nobody can think well. The heart is fast, the face is hot, and every sentence sounds like an attack. Take at least **twenty minutes** apart. Say when you are coming back, so that leaving does not look like punishing: "I need half an hour. Then I will knock."

## Go first

Someone has to, and it should be the adult. Going first is not losing. It shows your child what strong people do after they have been unfair.

A real apology has three parts, and none of them is "but":

- what I did: *"I shouted at you in front of your friend."*
- what it may have been like: *"That must have been embarrassing."*
- what I will try: *"Next time I will wait until we are alone."*

"I am sorry you feel that way" is not an apology. Children hear the difference at once.

## Talk about one thing

Last month's grades, the towel on the floor and the tone of voice are three conversations. Choose today's. Let each of you finish, and then say back what you understood before you answer. It feels slow. It is faster than round two.

## Make a small agreement

"We will respect each other" is too big to keep. These are better:

1. Phones are discussed on Sundays, not at ten at night.
2. When one of us says *pause*, we both pause.
3. Nobody is called names, whatever happened.

Write it down if you like, and let your teenager hold the pen.

## What stays

Young people do not remember every row. They remember whether the house was still theirs afterwards. A plate kept warm, a hand on a shoulder, a silly message an hour later: that is how home says *we are all right*.

If rows in your family become frightening, if anybody is hurt or afraid to come home, that is more than an argument. Please use **Help now**, or write to a counsellor.`,
}
