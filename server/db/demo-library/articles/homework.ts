import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Helping with homework without taking over',
  category: 'Cognitive Wellness',
  by: 'samuel.kimaro',
  content: `It is half past eight. The presentation is tomorrow. You have known about it for nine minutes. There are now two ways to spend the evening, and both end with you holding the glue.

Parents want to help, and help is good. But there is a point where help turns into *doing*, and young people learn a quiet lesson there: "I cannot do this without you." Here is how to stay on the right side of it.

## Be the room, not the teacher

What most young people need is not an explanation. It is a place and a time. A cleared table, a plate of fruit, you nearby with your own book or bills. It is easier to work where somebody else works.

## Ask, do not answer

When they are stuck, keep your hands behind your back and ask:

1. "What is the question asking, in your own words?"
2. "What do you know already?"
3. "Where could you look?"
4. "What would be a first step, even a wrong one?"

If you have gone through all four, they usually have it. If not, write a note to the teacher together: "We did not understand number six." Teachers need to know that.

## Let small things go wrong

A forgotten exercise and a poor mark at thirteen are cheap lessons. At nineteen they cost more. Ask yourself: *is this dangerous, or only unpleasant?* If it is only unpleasant, take a deep breath and let it happen. And afterwards, no "I told you so". The mark has already said it.

## Praise the right thing

"You are so clever" makes people afraid of hard tasks, because they could prove the opposite. Praise what they **did**: *You started although you did not feel like it. You tried another way. You asked.*

## Agree on a way to ask for help

For example: homework is yours; I am here from seven to eight; after that the office is closed. Clear hours protect the evening for both of you. You will be surprised how much can be understood at five to eight.

## If every evening is a battle

Then it is no longer about homework. Perhaps school has become too much, perhaps something happened there, perhaps learning is harder for your child than anybody noticed. Stop the battle for a week. Take a walk together. Ask what it is like to be them at school. Listen longer than feels natural.`,
}
