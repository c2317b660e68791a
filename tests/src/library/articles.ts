import { v7 as newUuid } from 'uuid'
import type { Article, Video } from '#contract/library/model.ts'

let seq = 0

/** An article as the server sends it; each one newer than the one before. */
export function article(given: Partial<Article> = {}): Article {
  seq += 1
  return {
    _id: newUuid({ msecs: 1_700_000_000_000 + seq }),
    title: `A quiet evening ${seq}`,
    content: 'Put the phone away an hour before bed.',
    format: 'markdown',
    category: 'Emotional Wellness',
    author: author(),
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    seq,
    attachment: null,
    attachmentFacts: null,
    ...given,
  }
}

export function video(given: Partial<Video> = {}): Video {
  const { _id, category, author, createdAt, updatedAt } = article()
  const url = 'https://www.youtube.com/watch?v=RcGyVTAoXEU'
  const description = 'Breathing, explained'
  return { _id, category, author, createdAt, updatedAt, seq, url, description, ...given }
}

function author() {
  return {
    _id: '0193a000-0000-7000-8000-00000000000a',
    firstname: 'Sofia',
    lastname: 'Marin',
    specialization: 'Sleep Therapist',
    profileImg: null,
  }
}
