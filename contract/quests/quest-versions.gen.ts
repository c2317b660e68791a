// Made of the files in `catalog` by tests/contract/quests/generated.test.ts.

import type { Versions } from './catalogue.ts'
import type { QuestType } from './quest-types.gen.ts'

/** Each file is a chunk of its own: a phone loads the quest that is opened. */
export const questVersions: Readonly<Record<QuestType, Versions>> = {
  phq9: { 1: () => import('./catalog/phq9.ts').then(({ phq9 }) => phq9) },
  pmq9: { 1: () => import('./catalog/pmq9.ts').then(({ pmq9 }) => pmq9) },
  mdq: { 1: () => import('./catalog/mdq.ts').then(({ mdq }) => mdq) },
  igds9: { 1: () => import('./catalog/igds9.ts').then(({ igds9 }) => igds9) },
  epds: { 1: () => import('./catalog/epds.ts').then(({ epds }) => epds) },
  pq16: { 1: () => import('./catalog/pq16.ts').then(({ pq16 }) => pq16) },
  sad: { 1: () => import('./catalog/sad.ts').then(({ sad }) => sad) },
  asrsv11: { 1: () => import('./catalog/asrsv11.ts').then(({ asrsv11 }) => asrsv11) },
  bis11: { 1: () => import('./catalog/bis11.ts').then(({ bis11 }) => bis11) },
  ybocs: { 1: () => import('./catalog/ybocs.ts').then(({ ybocs }) => ybocs) },
  npi: { 1: () => import('./catalog/npi.ts').then(({ npi }) => npi) },
  aq: { 1: () => import('./catalog/aq.ts').then(({ aq }) => aq) },
  hpd: { 1: () => import('./catalog/hpd.ts').then(({ hpd }) => hpd) },
  ppd: { 1: () => import('./catalog/ppd.ts').then(({ ppd }) => ppd) },
  spd: { 1: () => import('./catalog/spd.ts').then(({ spd }) => spd) },
  avpd: { 1: () => import('./catalog/avpd.ts').then(({ avpd }) => avpd) },
  minipsy: { 1: () => import('./catalog/minipsy.ts').then(({ minipsy }) => minipsy) },
  bstad: { 1: () => import('./catalog/bstad.ts').then(({ bstad }) => bstad) },
  srrs: { 1: () => import('./catalog/srrs.ts').then(({ srrs }) => srrs) },
  npd: { 1: () => import('./catalog/npd.ts').then(({ npd }) => npd) },
  psqi: {
    1: () => import('./catalog/psqi-v1.ts').then(({ psqiV1 }) => psqiV1),
    2: () => import('./catalog/psqi.ts').then(({ psqi }) => psqi),
  },
  edeq: {
    1: () => import('./catalog/edeq-v1.ts').then(({ edeqV1 }) => edeqV1),
    2: () => import('./catalog/edeq.ts').then(({ edeq }) => edeq),
  },
  hama: { 1: () => import('./catalog/hama.ts').then(({ hama }) => hama) },
}
