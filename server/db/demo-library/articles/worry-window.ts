import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Give your worries an appointment',
  category: 'Emotional Wellness',
  by: 'sofia',
  content: `You lie down, the light goes off, and there it is: the message you should not have sent, tomorrow's test, the thing somebody said at lunch. Worry loves the dark, because in the dark there is nothing else to do.

Telling yourself *not* to worry rarely works. Try it with a pink elephant. What often works better is to give worry a time and a place of its own.

## How a worry appointment works

1. Pick fifteen minutes in the late afternoon, at the same time each day. Not in bed, and not in the last hour before it.
2. Sit down with paper. Write every worry as one short line. Messy is fine.
3. Put a mark next to each line: **D** for "I can do something", **W** for "I can only wait".
4. For each D, write the smallest next step. "Ask Mr. Adel which chapters" is a step. "Get better at maths" is a wish.
5. For each W, write one kind sentence, the way you would to a friend. Then close the notebook.

When a worry knocks at night, you answer: *not now, you have an appointment tomorrow at five.* You are not pushing it away. You are telling it when you will listen.

## What to expect

The first evenings feel silly. Worries will keep knocking, because they are used to being let in. After about a week, many people notice that some worries do not even turn up for their appointment. They were only loud because it was late.

## If the list never gets shorter

Some worries are too heavy for a notebook. Please tell somebody you trust if

- you worry most of the day, on most days,
- you stop doing things you used to like,
- your body joins in: stomach aches, a racing heart, no appetite,
- you think about hurting yourself.

For that last point, do not wait for an appointment of any kind. Open **Help now** in the menu and talk to a person today.

> A worry that is written down has an end. A worry that is only thought goes round in circles.

Try it for seven days. If you forget a day, you have not failed. You start again the next day.`,
}
