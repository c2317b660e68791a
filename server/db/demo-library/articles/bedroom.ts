import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'A bedroom that wants you to sleep',
  category: 'Physical Wellness',
  by: 'daniel',
  attachment: 'night',
  content: `Teenagers need about **eight to ten hours** of sleep. Most get less, and not because they are lazy. Rooms full of light, noise and messages are simply very good at keeping people awake. Here is how to turn yours around, one thing at a time.

## Dark

Light tells your brain that it is day. In the last hour, switch off the ceiling lamp and use a small, warm one. If street light comes in, a thick curtain or a sleep mask does the job. Little blinking lights on chargers can be covered with tape.

## Cool

Most people sleep best in a room that is a bit too cool for sitting around. Open the window before bed. Cold feet keep you awake, so socks are allowed, whatever your sister says.

## Quiet, or at least even

A fan, soft rain from a speaker or plain earplugs can hide sudden sounds. Sudden is what wakes us, not loud.

## The bed is for sleeping

If you study, eat, argue and scroll in bed, your brain learns that bed means *busy*. If your room is small, sit on the pillow end for the day and turn around for the night. It sounds odd. It works surprisingly often.

## The phone

You knew it was coming. The light is only half the problem. The other half is that **something could happen on it at any moment**. Let it sleep in another place: the kitchen, the hall, a drawer across the room. Any cheap alarm clock can wake you.

If that feels impossible, start with two nights a week. Notice the mornings after.

## When you lie awake

Do not fight. After what feels like twenty minutes, get up, sit somewhere dim, and do something dull: fold laundry, draw boxes, read a manual. Go back when your eyes get heavy. One bad night is not a problem. Your body catches up by itself.

## The one rule that beats all others

Get up at **about the same time** every day, weekends included, give or take an hour. The morning sets the clock for the evening.

If you have slept badly for several weeks, or you are exhausted although you sleep long enough, talk to your parents and a doctor. Bad sleep often has a reason, and reasons can be found.`,
}
