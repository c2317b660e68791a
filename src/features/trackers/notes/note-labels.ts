import { type Feeling, type FeelingQuarter, type GivenTag } from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** The quarters of the wheel as they stand: much energy above little, what is hard before what is good. */
export const wheelQuarters: readonly FeelingQuarter[] = ['tense', 'bright', 'low', 'calm']

export const quarterLabels: Readonly<Record<FeelingQuarter, () => string>> = {
  bright: m.trackers_note_bright,
  calm: m.trackers_note_calm,
  tense: m.trackers_note_tense,
  low: m.trackers_note_low,
}

export const feelingLabels: Readonly<Record<Feeling, () => string>> = {
  joyful: m.trackers_feeling_joyful,
  excited: m.trackers_feeling_excited,
  proud: m.trackers_feeling_proud,
  playful: m.trackers_feeling_playful,
  curious: m.trackers_feeling_curious,
  confident: m.trackers_feeling_confident,
  inspired: m.trackers_feeling_inspired,
  amazed: m.trackers_feeling_amazed,
  brave: m.trackers_feeling_brave,
  loved: m.trackers_feeling_loved,
  calm: m.trackers_feeling_calm,
  content: m.trackers_feeling_content,
  relaxed: m.trackers_feeling_relaxed,
  grateful: m.trackers_feeling_grateful,
  safe: m.trackers_feeling_safe,
  peaceful: m.trackers_feeling_peaceful,
  relieved: m.trackers_feeling_relieved,
  hopeful: m.trackers_feeling_hopeful,
  cared_for: m.trackers_feeling_cared_for,
  rested: m.trackers_feeling_rested,
  angry: m.trackers_feeling_angry,
  annoyed: m.trackers_feeling_annoyed,
  anxious: m.trackers_feeling_anxious,
  stressed: m.trackers_feeling_stressed,
  scared: m.trackers_feeling_scared,
  jealous: m.trackers_feeling_jealous,
  frustrated: m.trackers_feeling_frustrated,
  embarrassed: m.trackers_feeling_embarrassed,
  overwhelmed: m.trackers_feeling_overwhelmed,
  restless: m.trackers_feeling_restless,
  down: m.trackers_feeling_down,
  lonely: m.trackers_feeling_lonely,
  tired: m.trackers_feeling_tired,
  bored: m.trackers_feeling_bored,
  disappointed: m.trackers_feeling_disappointed,
  hurt: m.trackers_feeling_hurt,
  ashamed: m.trackers_feeling_ashamed,
  guilty: m.trackers_feeling_guilty,
  hopeless: m.trackers_feeling_hopeless,
  numb: m.trackers_feeling_numb,
}

export const tagLabels: Readonly<Record<GivenTag, () => string>> = {
  school: m.trackers_tag_school,
  exams: m.trackers_tag_exams,
  friends: m.trackers_tag_friends,
  family: m.trackers_tag_family,
  love: m.trackers_tag_love,
  sport: m.trackers_tag_sport,
  music: m.trackers_tag_music,
  games: m.trackers_tag_games,
  screens: m.trackers_tag_screens,
  outdoors: m.trackers_tag_outdoors,
  hobby: m.trackers_tag_hobby,
  unwell: m.trackers_tag_unwell,
}

/** A feeling in words; undefined for one that only a newer build knows. */
export function feelingLabel(feeling: string): string | undefined {
  return labelIn(feelingLabels, feeling)
}

/** A given tag in words; undefined for one that only a newer build knows. */
export function tagLabel(tag: string): string | undefined {
  return labelIn(tagLabels, tag)
}

function labelIn(labels: Readonly<Record<string, () => string>>, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key]?.() : undefined
}
