/** What every other feature asks: what two people are to one another, and whether one of them has blocked the other. */
export { blockedWith, lockPair, standingOf, standingsOf, type Standing } from './relation.ts'
