import type { WellnessCategory } from '#contract/library/category.ts'

/** A video of the demo library: a well-known talk on YouTube, in words of ours. */
export interface DemoVideo {
  readonly videoId: string
  readonly category: WellnessCategory
  /** The demo person who added it, as `demoIds` knows them. */
  readonly by: string
  /** The first line stands as its title. */
  readonly description: string
}

/** Oldest first. */
export const demoVideos: readonly DemoVideo[] = [
  {
    videoId: 'fLJsdqxnZb0',
    category: 'Spiritual Wellness',
    by: 'meera.krishnan',
    description: `Shawn Achor: The happy secret to better work
Do we become happy when we succeed, or is it the other way round? A fast and funny talk, with small exercises at its end that take two minutes a day.`,
  },
  {
    videoId: 'H14bBuluwB8',
    category: 'Cognitive Wellness',
    by: 'samuel.kimaro',
    description: `Angela Duckworth: Grit, and what keeps people going
A maths teacher asks why some students who learn quickly give up and others who learn slowly arrive. Six minutes. Watch it before exams, not after.`,
  },
  {
    videoId: 'xyQY8a-ng6g',
    category: 'Nutritional Wellness',
    by: 'priya',
    description: `TED-Ed: How the food you eat affects your brain
A short animated tour of what a brain is made of and what it likes to be fed with. No rules and no diets, only curiosity.`,
  },
  {
    videoId: 'Ks-_Mh1QhMc',
    category: 'Sociocultural Wellness',
    by: 'arjun.patel',
    description: `Amy Cuddy: Your body language may shape who you are
What we tell others, and perhaps ourselves, without saying a word. The science behind it has been debated since. The story of someone who felt she did not belong still helps many.`,
  },
  {
    videoId: 'arj7oStGLkU',
    category: 'Cognitive Wellness',
    by: 'daniel',
    description: `Tim Urban: Inside the mind of a master procrastinator
If you know the monkey in your head who always wants to watch one more video, you will laugh. And afterwards you may open the document.`,
  },
  {
    videoId: 'BHY0FxzoKZE',
    category: 'Physical Wellness',
    by: 'marcus.reed',
    description: `Wendy Suzuki: What exercise does for the brain
A brain researcher tells how she began to move, and noticed the change in herself first. You will want to stand up at the end, and you should.`,
  },
  {
    videoId: 'qzR62JJCMBQ',
    category: 'Spiritual Wellness',
    by: 'meera.krishnan',
    description: `Andy Puddicombe: Ten mindful minutes
When did you last do nothing at all? Not reading, not scrolling, not even remembering? A former monk explains it with juggling balls.`,
  },
  {
    videoId: 'iCvmsMzlF7o',
    category: 'Emotional Wellness',
    by: 'sofia',
    description: `Brené Brown: The power of vulnerability
Why do we hide what makes us human? A warm and honest talk about shame, courage and belonging. Good to watch with somebody you trust.`,
  },
  {
    videoId: '8KkKuTCFvzI',
    category: 'Sociocultural Wellness',
    by: 'lamia.chahine',
    description: `Robert Waldinger: What makes a good life?
Researchers have followed the same families for more than seventy-five years. What kept people well was not what most of them had expected when they were young.`,
  },
  {
    videoId: '5MuIMqhT8DM',
    category: 'Physical Wellness',
    by: 'daniel',
    description: `Matt Walker: Sleep is your superpower
What a night does for memory, mood and body. He speaks strongly. If you sleep badly yourself, take from it what encourages you, and do not let it worry you.`,
  },
  {
    videoId: 'F2hc2FLOdhI',
    category: 'Emotional Wellness',
    by: 'noor.hijazi',
    description: `Guy Winch: Why we all need to practise emotional first aid
We put a plaster on a cut knee, and tell a hurt heart to pull itself together. A friendly talk about treating loneliness and failure like the injuries they are.`,
  },
  {
    videoId: 'RcGyVTAoXEU',
    category: 'Emotional Wellness',
    by: 'sofia',
    description: `Kelly McGonigal: How to make stress your friend
A racing heart before an exam can also mean: my body is getting ready. And she has a good word for asking others for help when it gets too much.`,
  },
]

/** In which of them two providers found themselves best introduced. */
export const demoIntros: readonly { by: string; videoId: string }[] = [
  { by: 'sofia', videoId: 'F2hc2FLOdhI' },
  { by: 'daniel', videoId: '5MuIMqhT8DM' },
]
