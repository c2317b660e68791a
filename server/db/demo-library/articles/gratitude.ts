import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Gratitude that is not a cliché',
  category: 'Spiritual Wellness',
  by: 'meera.krishnan',
  content: `"Write down three things you are grateful for." You have seen it on mugs. Perhaps you tried it, wrote *family, health, food* on Monday, and the same on Tuesday, and on Wednesday you stopped. No wonder. Those are not memories. They are headings.

Gratitude works when it is **small, exact and a bit surprising**.

## From headings to pictures

Not *friends*, but: "Yasmin saved me the seat without being asked."

Not *food*, but: "The bread was still warm and I ate the end of it on the stairs."

Not *health*, but: "I ran for the bus and caught it, and my lungs complained, and it was great."

If you can see it like a short film, it is right. One film a day is enough.

## Three ways that do not feel like homework

1. **The one-line diary.** One line each evening. After a month, read it in one go. It is better than your photo gallery.
2. **The thank-you that is late.** Think of somebody who did something for you and never knew what it meant: a coach, an aunt, a bus driver. Write four sentences. Send it, if you dare. It will probably be the best message of their week.
3. **The walk of nice things.** Go around the block once and find five things that are good for no reason. A cat in a window. Somebody laughing on the phone. The colour of that door.

## What it is not

Gratitude is not pretending. You do not have to be thankful for hard things, for unfair things, or for people who hurt you. "Others have it worse" is not gratitude either, it is a way of telling yourself to be quiet.

You can be angry about something at noon and notice the light on the wall at four. Both are true. A day is big enough.

> Most of the good in a day is quiet. It does not send a notification.

## If nothing comes

Some days the line stays empty. Then write what *could* have been worse and was not, or write "nothing today" and go to bed. If it stays empty for weeks, if nothing feels good that used to feel good, please tell somebody. That is not ingratitude. It can be a sign that you need support, and there is support.`,
}
