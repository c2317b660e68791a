import type { Quest } from '../model.ts'
import { psqi } from './psqi.ts'

const { conflicts: _, ...played } = psqi

/** As it was before it refused times that cannot all be true. */
export const psqiV1: Quest = { ...played, version: 1 }
