import type { DemoArticle } from '../demo-article.ts'

export const article: DemoArticle = {
  title: 'Saying no to a friend, and keeping the friend',
  category: 'Sociocultural Wellness',
  by: 'arjun.patel',
  content: `"Come on, everybody does." – "You are so boring." – "If you were really my friend, you would."

Saying no to a stranger is easy. Saying no to somebody you like, in front of others, with two seconds to think, is one of the hardest things there is. It helps to have practised.

## Buy time

You are allowed to not answer at once. Keep a few of these ready:

- "Let me think about it. I will write to you tonight."
- "I have to check something first."
- "Hm. Not sure. Ask me later."

Two seconds have just become two hours, and in two hours you will know what you want.

## Say it short

A no with seven reasons invites seven arguments. A short one is kinder: **"No, that is not for me."** You may add what you *do* want: "But I am in for the film."

If they ask again, say the same words again, in the same friendly voice. No new reasons. It feels strange and works almost every time.

## Use an excuse if you need one

Honesty is good. Safety is better. "My mother checks my phone", "I have training at six", "I get sick from that" are all fine if they get you out of something that feels wrong. Agree on a code with someone at home: if you send a certain emoji, they call and order you to come back at once.

## Read the answer

Watch what happens after your no. A friend may be disappointed, even annoyed, and then they get over it. Someone who makes you pay for it, with silence, with jokes, with your secrets, was not asking you a question. They were giving an order.

> A friendship that ends with the first "no" had been waiting for it.

## The other way round

You will also hear a no sometimes. Take it as a gift: this person trusts you enough to be honest. "Okay, no problem" is a wonderful sentence. Say it often, and people will feel safe near you.

## When no is not heard

If somebody goes on after your no – with your body, your pictures, your money, or a threat – that is not your fault, and it is not a quarrel between friends. Tell an adult you trust, or open **Help now**. You will be believed.`,
}
