import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Big questions at bedtime: when your child asks why',
  category: 'Spiritual Wellness',
  by: 'sofia',
  content: `"What happens when we die?" "Why do bad things happen to good people?" "What is the point of all this?" Teenagers ask such questions at eleven at night, leaning in the door, as if they were asking where the scissors are. Do not be fooled. They are asking whether one may talk about this here.

## You do not need the answer

Most parents become nervous and give one anyway: too short, too certain, too soon. What young people look for is rarely a doctrine. They want to know **how you live with the question**.

Good first sentences:

- "I ask myself that, too."
- "What made you think of it today?"
- "I believe … and I am not always sure. What about you?"

## Share your tradition as a home, not a fence

If your family has a faith, tell them what it has given *you*: a song at a funeral, the quiet of a fast, the feeling of standing in a row. Stories invite. Rules can be explained on another evening.

If you have no faith, you still have things that you hold sacred: honesty, a promise, the sea. Name them.

And if your child doubts what you believe, try to hear it as trust. They could have hidden it. Many people come back to the house of their childhood later on, and they come more easily if the door was never slammed.

## Do things, do not only talk

Meaning is often found with the hands:

1. Visit a grave together and clean the stone.
2. Cook for somebody who is ill.
3. Watch the stars from a roof with a blanket, without a phone.
4. Light a candle for somebody you miss.
5. Sit in a beautiful old place for ten minutes and say nothing.

## Listen for the question behind the question

Sometimes "what is the point?" is philosophy. Sometimes it is pain. You can tell by the company it keeps: sleep, appetite, friends, grades, giving things away. Then ask gently and directly: *"Do you sometimes think of not wanting to live?"* Asking does not plant the thought. It shows that somebody can bear to hear the answer.

If the answer is yes, or if you are unsure, stay with them and open **Help now**. You do not need to have a reply to the universe. You need to be there until help is.`,
}
