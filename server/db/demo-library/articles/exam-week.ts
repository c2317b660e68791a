import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Exam week: a calm plan for students and parents',
  category: 'Cognitive Wellness',
  by: 'samuel.kimaro',
  content: `Exam weeks are loud inside the head and tense in the kitchen. A plan does not make them easy. It makes them *countable*, and that is half of it.

## For students

**Seven days before:** Write every topic on a small piece of paper. Put them in three rows: *can do*, *nearly*, *no idea*. Begin with *nearly*. That is where an hour gives you most.

**Each day:** Three sessions are enough for most people, with something alive in between: food, air, a friend. Stop at a fixed time in the evening. What you read at midnight mostly makes you tired.

**The day before:** Only repeat, nothing new. Pack your bag. Look up the way and the room. Do one thing that has nothing to do with it. Sleep.

**In the exam:**

1. Read everything once before you write.
2. Start with what you can do. It warms you up.
3. If your mind goes blank, put the pen down, both feet on the floor, and breathe out slowly three times. It comes back. It nearly always comes back.
4. Keep five minutes for reading it through.

**After it:** Do not compare answers on the stairs. Go and eat something.

## For parents

- **Lower the volume.** This is not the week to discuss the room, the friends or the future.
- **Feed people.** Regular meals, water on the desk, something they like on the evening before.
- **Protect sleep.** Yours, too. You will be needed.
- **Say the sentence.** At least once, without "but": *"Whatever comes out of this, you are my favourite person to have breakfast with."*
- **Ask what helps.** Some want to be quizzed, some want to be left alone, some want you to sit there and knit.

## A mark is a small thing

It says how somebody answered some questions on one morning. It does not say who they are, whether they are loved, or what will become of them. Most adults cannot remember their marks. They remember who was kind.

## When it is too much

A bit of fear sharpens the mind. But if somebody cannot eat or sleep for days, panics, or says that they would rather not be here than fail, stop everything. No exam is worth that. Stay together, open **Help now**, and tell the school afterwards. Exams can be repeated.`,
}
