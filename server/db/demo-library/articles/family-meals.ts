import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Eating together without a fight',
  category: 'Nutritional Wellness',
  by: 'caleb.johnson',
  content: `Family meals are good for young people. Not because of the vegetables. Because for twenty minutes somebody looks at them and asks how it was, without wanting anything.

And yet many tables are battlefields. "One more bite." "Not again." "Put that thing away." Here is how to get the twenty minutes back.

## Divide the work

A rule that has helped many families: **parents decide what, when and where. Children decide whether and how much.** You cook, you set the time. They fill their own plate. Nobody counts bites, nobody is praised for finishing, and nobody gets a special meal either, as long as there is something on the table that they usually eat: bread, rice, fruit.

It feels risky. In most families the new calm does more for the appetite than any persuading did.

## Make it short and often

- Three meals a week are a good start. Breakfast counts. So does soup at nine, after training.
- Fifteen to twenty minutes are enough. Then whoever wants may leave.
- Phones stay in another room. **All** phones.

## Talk about anything but school

Grades, rooms and relatives can wait. Try one of these, and answer it yourself first:

1. What was the strangest thing you saw today?
2. If we could eat anywhere tomorrow, where?
3. What is a song that I should hear?
4. What would you do with a free Thursday?

## Let them cook

Once a week, the kitchen belongs to a young person. They choose, you shop, they cook, everybody eats it and says thank you. The first time will be pasta. The fifth time may be your mother's recipe, with changes you will have to accept.

## When someone eats differently

Vegetarian since Monday? Fasting with a friend? No more fish? Ask with interest, not with alarm. Let them explain it and plan one meal with you. Most experiments pass. Some become a lovely part of your kitchen.

If, however, a young person eats less and less, hides food, disappears after meals or is afraid of certain foods, do not wait and do not fight about it at the table. Speak with them alone, kindly, and see a doctor. The earlier, the easier.

> The most important thing on the table is the people around it.`,
}
