/** Names of conditions and of medicine's view on people: a teen reads about a week or a style, never about these. */
export const namesOfDisorders = listed(`
  depress, anxiety, phobi, bipolar, mania, manic, psychos, psychot, schizo, narciss, paranoi,
  histrionic, avoidant, borderline, obsess, compuls, hyperactiv, impulsiv, aggress, addict,
  anore, bulimi, disorder, insomnia, hallucinat, delusion, mental, illness, symptom, syndrome,
  patient, clinic, screening, severe, abnormal, suicid, crazy, diagnos, ocd, adhd, ptsd
`)

/** Words that could teach or tempt: methods, measures, brands. */
export const harmfulWords = listed(`
  calorie, kilo, vomit, throw up, laxative, purge, fasting, skinny, thin, fat, goal weight,
  cut myself, overdose, inject, needle, snort, glue, xanax, ritalin, juul, kill, die
`)

/** Turns of phrase by which the instruments are known; ours have others. */
export const knownPhrases = listed(`
  little interest, pleasure in, feeling down, hopeless, poor appetite, overeating, failure,
  let yourself, newspaper, television, better off, fidgety, bothered by, not your normal self,
  usual self, so hyper, self-confident, racing, on track, outgoing, middle of the night,
  foolish, spending money, same period, preoccupied, gaming activity, withdraw, jeopardi,
  funny side, looked forward, blamed myself, good reason, on top of me, miserable,
  harming myself, uninterested, deja, déjà, banging, hissing, before my eyes, first time,
  special meaning, shop window, arranged around, have it in for, person or force,
  sudden terror, humiliated, ridiculed, tense muscles, on edge, medications, final details,
  challenging parts, obligations, squirm, driven by a motor, happy-go-lucky, self controlled,
  concentrate easily, careful thinker, job security, complex problems, on impulse,
  spur of the moment, steady thinker, residence, extraneous, future oriented, distress, resist,
  thoughts occupy, natural talent, modest, on a dare, ruling the world, my way out of,
  blend in, center of attention, centre of attention, good leader, assertive, authority,
  manipulat, respect that is due, show off my body, like a book, reasonably happy, born leader,
  biography, capable, extraordinary, special person, will to power, urge to strike, violence,
  raw deal, even-tempered, hothead, powder keg, off the handle, came to blows, eaten up,
  argumentative, friendly strangers, get the breaks, behind my back, provocation, bear grudges,
  loyalty, demeaning, theatrical, suggestible, shallow, inhibited, inept, unappealing,
  eccentric, sixth sense, clairvoyan, spying, plotting, reading your mind, inserted,
  non-prescription, prescription, inhalants, spouse, marital, foreclosure, minor violation,
  vacation, gone to bed, actual sleep, within 30 minutes, cough or snore loudly,
  breathe comfortably, enthusiasm, flat stomach, felt fat, definite, shape or weight,
  large amount of food, secret eating, communal, anticipation, fears of, anxious mood, irritab,
  palpitations, genito
`)

/** The words that a text must not hold, among those of a list; a word counts from its beginning. */
export function heldBy(text: string, words: readonly string[]): string[] {
  const plain = ` ${text.toLowerCase().replaceAll(/[^a-z0-9à-ÿ-]+/g, ' ')} `
  return words.filter((word) => plain.includes(` ${word}`))
}

function listed(words: string): string[] {
  return words.split(',').map((word) => word.trim())
}
