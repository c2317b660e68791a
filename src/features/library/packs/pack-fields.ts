import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Friend } from '#contract/connections/api.ts'
import type { Article } from '#contract/library/model.ts'
import { newPackSchema, type NewPack } from '#contract/library/packs.ts'
import type { PackDraft } from './pack-draft.ts'

export interface PackFieldsProps {
  /** What this device has of the library, newest first. */
  articles: readonly Article[]
  /** Whom the care provider is connected with. */
  people: readonly Friend[]
  /** What is ticked at first. */
  picked: { readonly articleIds: readonly string[]; readonly receiverIds: readonly string[] }
  /** What was begun on an earlier visit and not sent. */
  draft: PackDraft | undefined
  /** Called with what is begun, in JSON, once the person changes something; with undefined where nothing is. */
  onWrite: (draft: string | undefined) => void
}

/** For whom what is in the form was begun on an earlier visit: for those who are ticked, or for somebody else. */
export type Begun = 'same' | 'other'

/**
 * The fields of a pack. What is written and ticked is given to `onWrite` as the person changes it: a form that is only
 * looked at stores nothing. `begun` says that what stands there comes from an earlier visit, until it is discarded.
 */
export function usePackFields({ articles, people, picked, draft, onWrite }: PackFieldsProps) {
  const [fresh] = useState<PackDraft>(() => ({
    title: '',
    note: '',
    articleIds: [...picked.articleIds],
    receiverIds: [...picked.receiverIds],
  }))
  const [earlier, setEarlier] = useState(draft)
  const [forOthers] = useState(draft !== undefined && isForOthers(draft, fresh))
  const offered = (fields: PackDraft) => offeredOf(fields, articles, people)
  // As it was when it opened: whoever is offered only later is not ticked.
  const [asked] = useState(() => offered(fresh))
  const [opened, setOpened] = useState(() => (draft ? offered(goneOn(draft, fresh)) : asked))
  const form = useForm<PackDraft, unknown, NewPack>({
    resolver: valibotResolver(newPackSchema),
    // It knows the registered fields alone, which are below the boxes.
    shouldFocusError: false,
    defaultValues: opened,
  })
  const { setValue, control } = form
  const [title, note, articleIds, receiverIds] = useWatch({
    control,
    name: ['title', 'note', 'articleIds', 'receiverIds'],
  })
  const current = offered({ title, note, articleIds, receiverIds })
  const written = JSON.stringify(current)
  const untouched = written === JSON.stringify(offered(opened))
  useStored(untouched ? earlier && JSON.stringify(earlier) : written, onWrite)

  // Who or what is no longer offered has no box to be unticked by.
  useEffect(() => {
    const here = offeredOf({ title: '', articleIds, receiverIds }, articles, people)
    if (here.articleIds.length < articleIds.length) setValue('articleIds', here.articleIds)
    if (here.receiverIds.length < receiverIds.length) setValue('receiverIds', here.receiverIds)
  }, [articles, people, articleIds, receiverIds, setValue])

  /** Goes back to what the address asks for. */
  function discard() {
    form.reset(offered(asked))
    setOpened(asked)
    setEarlier(undefined)
  }

  const changed = written !== JSON.stringify(offered(asked))
  const begun: Begun | undefined = earlier && (forOthers ? 'other' : 'same')
  return { form, articleIds, receiverIds, changed, begun, discard }
}

/** Gives what is to be stored to `onWrite` when it changes; what it is at first is stored already. */
function useStored(worthStoring: string | undefined, onWrite: (draft: string | undefined) => void) {
  const last = useRef(worthStoring)
  const write = useEffectEvent(onWrite)
  // An effect because what is stored outlives the page, and ticks change by themselves, too.
  useEffect(() => {
    if (last.current === worthStoring) return
    last.current = worthStoring
    write(worthStoring)
  }, [worthStoring])
}

/** Whether somebody came to send a pack to a person for whom the draft is not, and it is for others. */
function isForOthers(draft: PackDraft, { receiverIds }: PackDraft): boolean {
  return draft.receiverIds.length > 0 && receiverIds.some((id) => !draft.receiverIds.includes(id))
}

/** A draft, with what somebody came to send now. Those whom it was for do not get what is made for another one. */
function goneOn(draft: PackDraft, fresh: PackDraft): PackDraft {
  return {
    title: draft.title,
    note: draft.note ?? '',
    articleIds: [...new Set([...draft.articleIds, ...fresh.articleIds])],
    receiverIds: isForOthers(draft, fresh)
      ? fresh.receiverIds
      : [...new Set([...draft.receiverIds, ...fresh.receiverIds])],
  }
}

function offeredOf(
  { title, note, articleIds, receiverIds }: PackDraft,
  articles: readonly Article[],
  people: readonly Friend[],
): PackDraft {
  return {
    title,
    note,
    articleIds: articleIds.filter((id) => articles.some(({ _id }) => _id === id)),
    receiverIds: receiverIds.filter((one) => people.some(({ id }) => id === one)),
  }
}
