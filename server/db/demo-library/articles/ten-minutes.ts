import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Ten minutes that count: moving on busy days',
  category: 'Physical Wellness',
  by: 'marcus.reed',
  content: `You do not need a gym, special shoes or a plan that starts on Monday. You need ten minutes and a reason that is yours.

Moving lifts the mood of most people, often on the same day. It helps you fall asleep in the evening, and it clears a head that has been looking at a screen for hours. None of that needs you to be good at sports.

## Find your kind of moving

Forget what you "should" do for a moment. Which of these sounds least annoying?

- walking with one good album and no destination
- three songs of dancing behind a closed door
- kicking a ball against a wall until it gets boring
- a slow stretch on the floor while something cooks
- taking the stairs as if they were a game
- cycling to a friend instead of writing to them

The best exercise is the one you do again on Thursday.

## Make it smaller

Most plans fail because they are too big for a bad day. So plan for the bad day. **Two minutes count.** If you stop after two, that was today's walk. Strangely, once the shoes are on, most people go on.

## Tie it to something

Habits like company. Put the new thing right after something you already do:

1. After I come home, I walk once around the block *before* I sit down.
2. After I brush my teeth, I stretch for one song.
3. After I finish a chapter, I do ten squats and get water.

## Be on your own side

Your body is not a project that others judge. It is where you live. If you notice that you move only to punish yourself, to make up for eating, or because an app shames you, take that seriously and tell somebody. Rest days are part of moving, too.

If something hurts sharply, stop. If you have an illness or an injury, ask a doctor what suits you.

## A challenge without points

For one week, move for ten minutes on any five days. Each time, give your mood a number from one to ten before and after. After a week, look at the numbers. They will tell you more than I can.`,
}
