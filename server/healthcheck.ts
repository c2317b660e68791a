import { get } from 'node:http'

/** For a container without a shell: ends well when the process beside it says that it is ready. */
const port = process.env['PORT'] ?? '3000'
const asked = get(`http://127.0.0.1:${port}/api/health/ready`, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1)
})
asked.on('error', () => process.exit(1))
