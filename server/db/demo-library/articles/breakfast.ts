import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Breakfast for people who hate mornings',
  category: 'Nutritional Wellness',
  by: 'priya',
  attachment: 'breakfast',
  content: `Some people wake up hungry. Others cannot look at food before nine. Both are normal. But if your stomach starts an argument in the middle of the second lesson, it may help to make a small deal with the morning.

## The deal: something, sometime

Breakfast does not have to be at home, at a table or before you can speak. It only has to happen before you are so hungry that you are angry at a pencil. Two halves are fine: a few bites at home, the rest at the break.

## What keeps you going

A breakfast lasts longer when it has **two or three** of these:

- something with starch: bread, oats, rice, last night's potatoes
- something with protein: egg, yoghurt, cheese, beans, nuts
- something fresh: any fruit, tomatoes, cucumber

And water. A dry brain is a slow brain.

## Five that need no morning

1. **Oats in a jar.** In the evening: a few spoons of oats, milk or a plant drink, a little yoghurt, fruit. Fridge. In the morning: spoon.
2. **Bread with anything.** Cheese and tomato, hummus and cucumber, peanut butter and banana. Make it at night, wrap it, forget it, be happy about it.
3. **Boiled eggs.** Cook four on Sunday. They keep in the fridge for a few days.
4. **Ful, lentils or last night's rice.** Much of the world eats warm leftovers in the morning. Much of the world is right.
5. **Banana and a handful of nuts.** You can eat it at the bus stop with one eye closed. Leave the nuts out if you or your neighbour at school are allergic.

## If you are really not hungry

Look at the evening before. A very late dinner, or hours of snacks at night, often explain an empty wish for breakfast. So does too little sleep. And some people are just made that way. Then pack a good snack for ten o'clock and be at peace.

## A word about coffee

Coffee wakes you for a while and feeds you not at all. On an empty stomach it makes many people shaky. If you drink it, drink it *with* something.

## No points, no guilt

No breakfast makes you a better person. It is just a way of being kind to yourself at ten in the morning. If eating has become frightening or secret for you, please talk to somebody you trust. You can write to me or any counsellor here.`,
}
