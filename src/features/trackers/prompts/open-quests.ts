/** The titles of the quests that are switched on, by id. */
export type OpenQuests = ReadonlyMap<number, string>
