import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Putting it off is not laziness',
  category: 'Cognitive Wellness',
  by: 'sofia',
  content: `Lazy people are relaxed. You are not relaxed. You are cleaning your desk, watching a video about octopuses and feeling sick about an essay. That is not laziness. That is a feeling you are trying not to have.

We rarely put off *work*. We put off **what the work makes us feel**: bored, stupid, afraid of a bad mark, overwhelmed because it is so big. The video helps at once. The essay stays. Tomorrow there is the same feeling, plus guilt.

## So begin with the feeling

Ask yourself: what exactly is unpleasant here?

- *"I do not know how to start."* → It is too big. Make it smaller.
- *"I am afraid it will be bad."* → Allow it to be bad. On purpose.
- *"It is boring."* → Give it company: music, a café, a friend who works beside you.
- *"I do not see the point."* → Find one reason of your own, even a silly one.

## The five-minute door

Promise yourself five minutes, and mean it. After five minutes you may stop without guilt. Open the document. Write the title and one terrible sentence. Getting started is the steepest part of the road. Nearly always you will go on, and if not, you have one terrible sentence more than before.

## The bad first draft

Write the worst version you can. Wrong words, no structure, notes to yourself in capitals. A bad page can be improved. An empty page cannot.

## Make the next step visible

"Essay" is not something you can do. "Find two sources and paste the links" is. Write the next step on paper **before you stop** for the day. Your tomorrow self will thank you.

## Be decent to yourself

Shame is petrol for putting things off. People who forgive themselves for the last time tend to start sooner the next time. So: "I lost the afternoon. That happens. What is the smallest thing I can do before dinner?"

## When it is everything

If you cannot start anything any more, also not the things you like, if you sleep very little or all day, if everything seems pointless, then it may not be about putting things off. Tell somebody you trust, or write to a counsellor here. There are good reasons and good ways out.

> You do not have to feel like it. You only have to open the door.`,
}
