import { call } from '#tests/support/call.ts'
import { keepPictureOf } from '#tests/support/day-pictures.ts'
import { opIdAt } from '#tests/support/ops.ts'
import { addPerson } from '#tests/support/people.ts'
import { connect } from '#tests/support/quests.ts'
import { filePart, tinyPng } from '#tests/support/registration.ts'
import type { Outcome, Stage } from './stage.ts'

export const pictureAttempts = {
  async putTrackerPicture({ origin, actor }: Stage): Promise<Outcome> {
    const input = { body: { id: opIdAt() }, files: { file: filePart(tinyPng, 'a.png') } }
    return call(origin, 'putTrackerPicture', input, { token: actor?.token })
  },
  async trackerPictures({ origin, actor }: Stage): Promise<Outcome> {
    return call(origin, 'trackerPictures', {}, { token: actor?.token })
  },
  async getTrackerPicture({ origin, database, row, actor }: Stage): Promise<Outcome> {
    const owner = row.relation === 'own' && actor ? actor : await addPerson(database)
    if (row.relation === 'connected' && actor) await connect(database, owner.id, actor.id)
    const id = await keepPictureOf(origin, owner)
    return call(origin, 'getTrackerPicture', { params: { id } }, { token: actor?.token })
  },
}
