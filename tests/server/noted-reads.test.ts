import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../architecture/source-files.ts'

/*
 * What others read of a person leaves through a presenter, and the presenter asks for proof that the look is noted
 * (`NotedRead`). A new presenter fails here until somebody has said which kind it is.
 */

const server = sourceFiles(['.ts']).filter(({ path }) => path.startsWith('server/'))

/** Presenters that give something of a person to somebody else, who then has looked at it. */
const noted: readonly string[] = [
  'account/presentPaperFile',
  'account/presentScore',
  'account/presentUser',
  'brief/presentShown',
  'plan/presentShown',
  'providers/presentMinor',
  'quests/presentDetails',
  'safety/presentFile',
  'safety/presentReport',
]

/** Why the others give nothing that would be a look. */
const notNoted: Readonly<Record<string, string>> = {
  'account/presentPaper': "a field of a view, whose presenter has the look's proof",
  'account/presentPractice': "a field of a view, whose presenter has the look's proof",
  'account/presentPayload': 'of oneself',
  'account/presentSession': 'of oneself',
  'booking/presentBooking': 'a session of the two',
  'booking/presentElsewhere': 'of oneself',
  'booking/presentProposal': 'a session of the two',
  'booking/presentSlot': 'free times, for every client',
  'brief/presentOwn': 'of oneself',
  'calendar/presentMode': 'of oneself',

  'calendar/presentBusy': 'of oneself',
  'chat/presentChat': 'a chat of the two',
  'chat/presentDeletion': 'a chat of the two',
  'chat/presentFile': 'a chat of the two',
  'chat/presentIn': 'a chat of the two',
  'chat/presentMember': 'a chat of the two',
  'chat/presentMessage': 'a chat of the two',
  'chat/presentOther': 'a chat of the two: the name, and the picture while it is shown',
  'chat/presentOwnMessage': 'a chat of the two',
  'chat/presentReaction': 'a chat of the two',
  'chat/presentReceipt': 'a chat of the two',
  'chat/presentReply': 'a chat of the two',
  'connections/presentConnection': 'a connection of the two',
  'connections/presentFriend': 'a connection of the two: the name and the picture',
  'connections/presentReceived': 'a request, addressed to its reader',
  'connections/presentSent': 'a request of oneself',
  'booking/presentRoom': 'a session of the two',
  'library/presentReceivedPack': 'addressed to its reader',
  'library/presentSentPack': 'of oneself: the name of a contact, and that it came',
  'payment-requests/presentPayable': 'what the person ticked, to whoever has their link',
  'payment-requests/presentRequest': 'of oneself',
  'plan/presentItem': 'of oneself',
  'plan/presentOwn': 'of oneself',
  'plan/presentProposal': 'addressed to its reader, or by them',
  'quests/presentAccess': 'of oneself',
  'quests/presentCard': 'for everybody',
  'quests/presentLabels': 'for everybody',
  'quests/presentOption': 'for everybody',
  'quests/presentQuestion': 'for everybody',
  'quests/presentRecord': 'of oneself',
  'quests/presentSurvey': 'for everybody',
  'safety/presentBlock': 'of oneself',
  'sharing/presentRead': 'of oneself',
  'trackers/presentImport': 'of oneself',
}

const declared = server.flatMap(({ path, text }) => {
  const feature = /^server\/features\/([^/]+)\//.exec(path)?.[1]
  if (!feature) return []
  return [
    ...text.matchAll(/(?:^|\n)(?:export )?(?:async )?function (present[A-Z]\w*)([\s\S]*?)\{\n/g),
  ].map(([, name = '', signature = '']) => ({ name: `${feature}/${name}`, signature }))
})

describe('what leaves about a person', () => {
  test('leaves through presenters that are all known', () => {
    const open = declared.map(({ name }) => name).filter((name) => !noted.includes(name))
    const unknown = open.filter((name) => !(name in notNoted) && !isPublished(name))
    expect(unknown).toEqual([])
    expect(Object.keys(notNoted).filter((name) => !open.includes(name))).toEqual([])
  })

  test.each(noted)('leaves with proof of a noted look: %s', (name) => {
    const found = declared.filter((each) => each.name === name)
    expect(found).toHaveLength(1)
    expect(found[0]?.signature).toMatch(/NotedRead|ProofFor</)
  })

  test('is called no look by a preview alone', () => {
    const users = server.filter(({ text }) => /\bpreviewAccessLog\b/.test(text))
    expect(users.map(({ path }) => path).toSorted()).toEqual([
      'server/features/account/index.ts',
      'server/features/brief/index.ts',
      'server/features/plan/index.ts',
      'server/features/quests/index.ts',
      'server/features/sharing/access-log.ts',
      'server/features/sharing/index.ts',
    ])
  })

  test('is proved nowhere else', () => {
    const claimed = server.filter(({ text }) => /as (?:unknown as )?NotedRead/.test(text))
    expect(claimed.map(({ path }) => path)).toEqual(['server/features/sharing/access-log.ts'])
    const written = server.filter(({ text }) =>
      /insert\((?:accessLog)\)|insert into access_log/.test(text),
    )
    expect(written.map(({ path }) => path).toSorted()).toEqual([
      'server/demo/seed.ts',
      'server/features/sharing/sharing.sql.ts',
    ])
  })
})

/** What somebody published or sells is there for everybody to read. */
function isPublished(name: string): boolean {
  return /^(?:library|pricing|payments|trackers|notices)\//.test(name)
}
