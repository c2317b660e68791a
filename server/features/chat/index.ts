import { defineFeature, type Hooks } from '#server/feature.ts'
import { chatCommands } from './commands.ts'
import { chatExport } from './export.ts'
import { sweepChatFiles } from './files.ts'
import { leaveChats, startChat } from './hooks.ts'
import { createChatReading } from './reading.ts'
import { createChatRoutes } from './routes.ts'

export { reportedPart } from './hooks.ts'
export { chatsHeadOf } from './read-repo.ts'

export const chat = defineFeature({
  routes: createChatRoutes,
  commands: () => chatCommands,
  hooks: ({ newId }): Pick<Hooks, 'onConnected'> => ({
    onConnected: (client, pair, at) => startChat(client, pair, { id: newId(), at }),
  }),
  previews: ({ database, now }) => {
    return { chat: createChatReading({ pool: database.pool, now }).aboutMember }
  },
  exportData: ({ database }) => chatExport(database.orm),
  accountDeletion:
    ({ evidenceSealer, now }) =>
    (tx, own) =>
      leaveChats(tx, own, { sealer: evidenceSealer, at: new Date(now()) }),
  sweep: ({ database }, now) => sweepChatFiles(database.pool, now),
})
