import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Study in small bites: what really stays in your head',
  category: 'Cognitive Wellness',
  by: 'samuel.kimaro',
  attachment: 'study',
  content: `You have read the chapter three times. You have marked half of it in yellow. In the test, the page is a yellow fog. It is not that you are bad at learning. Reading again just *feels* like learning, because everything looks familiar.

What stays is what you had to **fetch**.

## Close the book

After each page, close it and say out loud, or write down, what was on it. Badly is fine. Then open it and look at what you missed. Those two minutes do more than the next three readings.

Other ways of fetching:

- cards with a question on one side
- explaining it to a little brother, a dog or a wall
- writing three test questions yourself, and answering them tomorrow
- drawing it from memory, with arrows

## Come back later

An hour today, forgotten by Friday. Twenty minutes today, twenty on Thursday, twenty next week: still there in a month. The small effort of remembering *after you have nearly forgotten* is what makes it stick.

A simple rhythm: **today, tomorrow, in three days, in a week.**

## Mix it

Ten exercises of one kind feel smooth. In the test they come mixed, and the hard part is seeing which kind it is. So mix them while you practise. It will feel worse and work better.

## A session that ends

1. Choose one small thing. Not "biology", but "how the heart's four chambers work".
2. Phone in another room. Timer to **twenty-five minutes**.
3. Work until it rings.
4. Five minutes of real break: window, water, stretch. A feed is not a break, it is more work for the eyes.
5. After four rounds, stop for longer.

## Then sleep on it

While you sleep, the brain goes through the day and sorts it. An hour of sleep before a test is worth more than the last hour of reading. I know how that sounds. Try it once with something that matters to you.

## If reading itself is hard

If letters jump, if you read everything twice, if you cannot sit still however much you want to: that is not laziness. Ask your parents and your school for somebody who can look at it properly. Many clever people learn in a different way, and there is help that fits.`,
}
