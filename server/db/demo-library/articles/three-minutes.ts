import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Three quiet minutes',
  category: 'Spiritual Wellness',
  by: 'meera.krishnan',
  attachment: 'breath',
  content: `Being still sounds easy until you try. After four seconds the head starts to talk: homework, hair, that message, are my socks wet? This is not failing. This is what heads do. Quiet is not the absence of thoughts. It is what happens when you stop running after each of them.

Three minutes are enough to begin. You can do this on a bed, on a prayer rug, on the bus or behind the gym.

## Minute one: arrive

Sit so that you are comfortable and awake. Feet on the floor, if there is one. Let your eyes close, or look softly at one spot.

Notice three things you can **hear**. Far away, near, very near. You do not have to like them.

## Minute two: breathe

Do not change your breath yet. Just find the place where you feel it best: nose, chest or belly.

Then let the way out become a little longer than the way in. For example in while you count to *three*, out while you count to *five*. If counting annoys you, leave it. A long, slow out-breath is the whole trick.

When you notice that you are thinking – and you will – say silently "thinking", and come back. Coming back **is** the exercise. Ten times in a minute is ten good repetitions.

## Minute three: wish

Think of somebody you like. Wish them something simple: *may your day be light*. Then wish the same for yourself. For many people this is the hardest part. If you believe in God, this may be the moment for a short prayer. If you do not, the wish is enough.

Open your eyes. Move your fingers. That was it.

## How to keep it

- Tie it to something: after brushing your teeth, before opening the first app.
- Keep it so short that you cannot be too busy.
- Do not measure it. Some days feel like a lake and some like a train station. Both count.

## A caution

For a few people, especially when something frightening has happened to them, closing the eyes and going inward makes things worse. If that is you, keep your eyes open, look around, walk instead. And tell somebody about it. There are other ways to calm down, and you do not have to find them by yourself.`,
}
