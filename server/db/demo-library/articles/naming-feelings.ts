import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'More words than "fine": how to name what you feel',
  category: 'Emotional Wellness',
  by: 'farah.siddiqui',
  attachment: 'feelings',
  content: `"How are you?" – "Fine." It is the shortest conversation in the world, and it tells nobody anything. Not even you.

Finding the right word for a feeling sounds like a small thing. But a feeling with a name is easier to carry. "I feel bad" is a fog. "I feel left out" is a place on a map, and from a place you can go somewhere.

## Start with the body

Feelings often arrive in the body first. Before you look for a word, check three places:

- **Chest and throat:** tight, warm, heavy, wide?
- **Stomach:** butterflies, stone, nothing?
- **Hands and jaw:** loose or clenched?

You do not have to change anything. You are only reading the signs.

## Then go one step finer

Take the big word and ask what kind it is.

- *Angry* might be annoyed, jealous, betrayed, or tired of not being heard.
- *Sad* might be lonely, disappointed, homesick, or let down by yourself.
- *Scared* might be nervous, ashamed, overwhelmed, or unsure what comes next.
- *Happy* might be proud, relieved, grateful, or simply rested.

If two words fit, keep both. People can be relieved and sad at the same time. Ask anybody who has just finished school.

## Say it in one sentence

Try this pattern: **"I feel … because … and I would like …"**

"I feel left out because you all met yesterday, and I would like you to tell me next time."

It is not magic. The other person may still say no. But they can finally answer what you meant, and not what they guessed.

## A small exercise for this week

Each evening, write down one feeling word you have not used yet this week. Only the word, and half a line about when it came. On Sunday, read the seven words in a row. Most people are surprised by how much happened to them.

And if the same heavy word stands there every single evening, show the list to someone: a parent, a teacher, a counsellor here on Zync. You do not need to explain it well. You can just hand over the list.`,
}
