import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'When your teenager finally talks: six ways to keep listening',
  category: 'Emotional Wellness',
  by: 'joana.pires',
  content: `It usually happens at a bad moment. You are driving, or looking for your keys, and suddenly your fourteen-year-old says something real. What you do in the next thirty seconds decides whether there will be a next sentence.

## 1. Stop, but do not pounce

Put down what you are holding. Turn your body a little towards them. No dramatic sitting down, no "I am so glad you are telling me". Many young people talk more easily side by side than face to face. A car, a walk and a sink full of dishes are all good places.

## 2. Ask less, wonder more

Questions in a row feel like an interview. Try saying what you heard instead: "So she read it, and said nothing." Then wait. Count to five in your head. The silence is not empty, it is *theirs*.

## 3. Leave the advice in your pocket

Before you offer a solution, ask one thing: **"Do you want ideas, or should I just listen?"** Most of the time the answer is "just listen". You are allowed to be relieved.

## 4. Do not shrink it

"That will pass", "other people have real problems", "at your age I …" are meant kindly and land like a closed door. Try: "That sounds exhausting." You do not have to agree with a feeling in order to believe it.

## 5. Keep it where it was said

If you tell their aunt, they will know by Sunday, and that was the last thing they told you. There is one exception, and it is good to say it early and calmly: *if I think you are in danger, I will get help, and I will tell you that I do.*

## 6. End lightly

Not every talk needs a result. "Thanks for telling me" is a whole ending. Leave the door open: "If you think of more, I am around."

> You do not need the right answer. You need to still be a safe place tomorrow.

## When you hear something frightening

If your child speaks of hurting themself or not wanting to live, stay calm, stay with them, and ask directly. Asking does not put the idea there. Then open **Help now** together. You do not have to handle it alone, and neither do they.`,
}
