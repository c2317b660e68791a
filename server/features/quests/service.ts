import type { UserId } from '#contract/account/model.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { answerProblemText } from '#contract/quests/answers.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest } from '#contract/quests/model.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import type { QuestRecord, QuestResponse } from '#contract/quests/response.ts'
import { accountPoints, earnsAt, localPoints, scoreQuest } from '#contract/quests/scoring.ts'
import { questCard } from '#contract/quests/shelf.ts'
import type { Queryable } from '#server/db/orm.ts'
import { type Verdict, authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { presentRecord } from './present.ts'
import type { StoredResponse } from './quests.sql.ts'
import { insertResponses, responsesTo, type NewResponse } from './repo.ts'

/** All quest responses of one person. */
export interface Journal {
  readonly ownerId: UserId
}

/** A person with results, and how they are related to the one who asks. */
export interface ResultOwner {
  readonly userId: UserId
  /** Their connection is an accepted one. */
  readonly connected: boolean
}

export interface ShownResult extends ResultOwner {
  /** Shared with the one who asks, and not taken back. */
  readonly shared: boolean
}

/** Spec 6: quests are for adolescents. */
export function onlyAdolescents(actor: Actor): Verdict {
  return actor.userType === 'Adolescent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Responses belong to the adolescent who gave them; no other person writes or lists them. */
function mayKeepJournal(actor: Actor, journal: Journal): Verdict {
  return journal.ownerId === actor.userId ? onlyAdolescents(actor) : 'not_found'
}

/** A result is its own person's; a verified provider they are connected with sees it while it is shared. */
export function maySeeResult(actor: Actor, result: ShownResult): Verdict {
  if (result.userId === actor.userId) return 'allow'
  return result.shared ? mayAskForShared(actor, result) : 'not_found'
}

/** Whoever could be shown results may ask which: that it is none is no secret to them. */
export function mayAskForShared(actor: Actor, owner: ResultOwner): Verdict {
  if (owner.userId === actor.userId) return 'allow'
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && owner.connected ? 'allow' : 'not_found'
}

/** A response on its way in; `opId` becomes the id of its record. */
interface GivenResponse {
  readonly opId: string
  readonly response: QuestResponse
}

/** What became of a response; `text` says in the spec's words why it cannot be scored. */
export type Responded =
  | { readonly status: 'stored'; readonly record: QuestRecord }
  | { readonly status: 'refused'; readonly text: string }

interface RespondDeps {
  /** The server's UTC day. */
  readonly today: LocalDate
  /** Where quests come from; the catalogue unless given. */
  readonly load?: (type: QuestType, version: number) => Promise<Quest | undefined>
}

/** A day further back than this counts, for the points alone, as this many days back. */
const earnDaysBackMax = 30

/** The actor's own journal, or a problem for those who have none. */
export function ownJournal(actor: Actor): Authorized<Journal> {
  return authorize<Journal, Actor>(actor, { ownerId: actor.userId }, mayKeepJournal)
}

/**
 * Scores responses of one person by their versions, stores them and earns their points, in the order given. One that
 * is stored already stays as it is. The caller holds the person's lock.
 */
export async function respond(
  client: Queryable,
  journal: Authorized<Journal>,
  given: readonly GivenResponse[],
  { today, load = loadQuest }: RespondDeps,
): Promise<Responded[]> {
  const questIds = given.map(({ response }) => response.questId)
  const ids = given.map(({ opId }) => opId)
  const known = await responsesTo(client, journal, { questIds, ids })
  const fresh: NewResponse[] = []
  const outcomes: Responded[] = []
  for (const each of given) {
    const stored = known.find(({ id }) => id === each.opId)
    const judged = stored
      ? { row: stored }
      : await judge(each, { today, load, before: [...known, ...fresh] })
    if ('fresh' in judged) fresh.push(judged.fresh)
    outcomes.push(
      'text' in judged
        ? { status: 'refused', text: judged.text }
        : {
            status: 'stored',
            record: presentRecord('row' in judged ? judged.row : judged.fresh, []),
          },
    )
  }
  if (fresh.length > 0) await insertResponses(client, journal, fresh)
  return outcomes
}

/** The row that a response makes, given those before it; or why it makes none. */
async function judge(
  { opId, response }: GivenResponse,
  { today, load, before }: Required<RespondDeps> & { before: readonly StoredResponse[] },
): Promise<{ readonly fresh: NewResponse } | { readonly text: string }> {
  const { questId, version, answers } = response
  const card = questCard(questId)
  const quest = card && (await load(card.type, version))
  if (!quest) return { text: unknownVersionText }
  const scored = scoreQuest(quest, answers)
  if (scored.kind === 'refused') return { text: answerProblemText(quest, scored.problem) }
  const takenOn = earliest(response.takenOn, addDays(today, 1))
  const earnedOn = latest(takenOn, addDays(today, -earnDaysBackMax))
  const earns = before.every((row) => row.questId !== questId || isFarFrom(earnedOn, row.earnedOn))
  const fresh = {
    id: opId,
    questId,
    version,
    answers,
    takenOn,
    earnedOn: earns ? earnedOn : null,
    result: scored.result,
    playPoints: localPoints(quest, answers),
    points: earns ? accountPoints(quest) : 0,
  }
  return { fresh }
}

const unknownVersionText = 'The server does not know this version of the quest yet.'

/** Responses may come in another order than their days: a later one counts like an earlier one. */
function isFarFrom(day: LocalDate, earnedOn: LocalDate | null): boolean {
  if (earnedOn === null) return true
  return earnsAt(msOf(latest(day, earnedOn)), msOf(earliest(day, earnedOn)))
}

function earliest(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b
}

function latest(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? b : a
}

function msOf(day: LocalDate): number {
  return Date.parse(`${day}T00:00:00Z`)
}
