import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: "The four o'clock hole: snacks that carry you through the afternoon",
  category: 'Nutritional Wellness',
  by: 'priya',
  content: `You come home, drop the bag, and stand in front of the open fridge as if it were a film. Lunch was long ago, dinner is far away, and whatever you eat in the next three minutes decides how the afternoon feels.

Being hungry after school is not weak. Your brain has worked since morning and you may still be growing. You need a proper snack. The question is only which one makes you sleepy and which one carries you.

## A simple idea

Sweet things alone give a quick lift and then a slide. Add something that takes longer to digest – **protein, fat or fibre** – and the lift becomes a gentle hill.

- apple *and* a piece of cheese
- bread *and* hummus
- dates *and* a few almonds
- yoghurt *and* oats, with honey if you like
- popcorn *and* a glass of milk
- carrot sticks *and* whatever dip there is
- last night's pasta, cold, from the box, standing up

Chocolate is on nobody's forbidden list. Put two pieces next to the apple and sit down for it.

## Eat it like a meal

Three small things change a lot:

1. Put it on a **plate**. Eating from the bag has no end.
2. **Sit.** Five minutes, no homework, ideally no screen. Your body notices food better when your eyes do, too.
3. **Drink** a glass of water first. Thirst often dresses up as hunger.

## Make it easy for your later self

Hungry people do not cook. So the choice is really made on Sunday: wash the grapes, boil the eggs, put nuts in a jar at eye level. What stands in front gets eaten. Supermarkets have known that for years.

## When it is not hunger

Sometimes we eat because we are bored, tired, lonely or angry with a chemistry book. That is human. Ask yourself, without judging: *what would feel good right now, besides food?* A nap, a walk, a message to somebody, ten minutes of nothing. If the answer is still "a biscuit", have the biscuit and enjoy it.

If you notice that you eat in secret, that you cannot stop although it feels bad, or that you skip meals to make up for snacks, that is worth talking about with somebody kind. Many people know this. You would not be the first.`,
}
