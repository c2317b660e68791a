import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Two cultures at one table',
  category: 'Sociocultural Wellness',
  by: 'lamia.chahine',
  attachment: 'table',
  content: `In many families the grandparents grew up in one world, the parents moved between two, and the children are at home in a third that is mostly on a screen. Everybody at the table means well. Everybody misunderstands everybody. This is about how to keep the soup warm.

## It is not about right and wrong

When a daughter says "everyone stays out until eleven", she is often saying *I want to belong*. When her father says "not in this family", he is often saying *I want you to be safe, and I want us to stay us*. Both are about belonging. The argument starts because each hears only the rule, and not what is under it.

Try asking one more question: **"What are you afraid of losing if we do it that way?"** The answers are worth more than the decision.

## For parents

- Tell stories instead of rules. "When I was sixteen, I …" opens more doors than "in our culture we do not".
- Choose what really matters. If ten things are holy, none is. Name your three.
- Be curious about their world without judging it at once. Ask them to play you the song.
- Let them translate for you when you need it, but not carry grown-up worries for you.

## For young people

- Your parents left things behind that you have never seen. Ask about one of them.
- You do not have to choose one half of yourself. Many people feel most at home *between*.
- If you want more freedom, offer something small that builds trust first, and keep it.
- Words help: "I respect this, and I see it differently" is a whole sentence in both worlds.

## Make something new together

The best families I know have invented a third thing: pancakes for the holiday breakfast, two languages in one joke, a prayer and then a film. Traditions are not museums. Somebody started each of them.

## When it hurts

Sometimes the distance becomes painful: somebody must hide who they are, or is threatened or controlled because of it. Nobody has to bear that in the name of any culture. Talk to a counsellor, or use **Help now** if you are not safe.

Otherwise, start with the soup. It is hard to be enemies with a full mouth.`,
}
