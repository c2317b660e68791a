import { get } from 'node:http'
import { timed } from './rounds.ts'

const probeCount = 50
const probeEveryMs = 10

/** How long reads take that are sent every 10 ms for half a second, answered or not; milliseconds. */
export async function probe(origin: string, headers: Record<string, string>): Promise<number[]> {
  const probes: Promise<number>[] = []
  for (let sent = 0; sent < probeCount; sent += 1) {
    probes.push(timed(() => readOnce(origin, headers)))
    await new Promise((resolve) => setTimeout(resolve, probeEveryMs))
  }
  return Promise.all(probes)
}

/** On a connection of its own, as somebody who has just come. */
function readOnce(origin: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(`${origin}/api/trackers/check`, { headers, agent: false }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`A read was answered ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}
