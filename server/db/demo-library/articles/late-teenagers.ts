import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Why teenagers go to bed late, and what parents can do about it',
  category: 'Physical Wellness',
  by: 'daniel',
  attachment: 'sleep-diary',
  content: `"Just go to bed earlier." If it were that easy, nobody would write articles about it.

During puberty the inner clock moves. Many young people become tired **one to two hours later** than they did as children, while school starts as early as ever. So the child who fell asleep at nine now lies awake until eleven, and cannot get out of bed at seven. That is biology, not attitude.

You cannot argue with a clock. But you can help it.

## What helps

- **Morning light.** Curtains open at once, breakfast by the window, part of the way to school on foot. Light in the morning pulls the clock forward.
- **Dim evenings.** The whole flat, not only the child's room. Young people notice when rules are for them alone.
- **The same getting-up time.** Two extra hours on Saturday are a treat. Five are a journey to another time zone, and Monday is the flight home.
- **Short naps.** Twenty minutes after school are fine. Two hours at six in the evening steal the night.
- **Caffeine ends at lunch.** That includes energy drinks, cola and strong iced tea.

## What rarely helps

Lectures at eleven at night. Taking the phone away as a punishment. Comparing with a cousin. Worry about sleep is itself a very good way of staying awake.

## Agree on an experiment

Teenagers love data about themselves. Offer two weeks, not forever:

1. Fill in the sleep diary that is attached to this article. It takes a minute each morning.
2. In week one, change nothing. Only look.
3. In week two, change **one** thing, and let your child choose which.
4. Sit down together and compare. What was different? What is worth keeping?

## When to ask for help

Speak with a doctor if your child snores loudly or stops breathing at night, falls asleep in class day after day, or lies awake most nights for weeks. And if sleep has changed together with mood, appetite or friendships, it is worth looking at the whole picture with a counsellor.

Until then: be kind in the mornings. Somebody in your kitchen has just been woken in the middle of their night.`,
}
