/** What every other feature asks: what two people are to one another, and whether one of them has blocked the other. */
export {
  blockedBy,
  blockedWith,
  lockPairs,
  standingOf,
  standingsOf,
  type Standing,
} from './relation.ts'
export { endByBlock } from './end-by-block.ts'
