import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { openApiDocument } from '#server/http/openapi/openapi.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe('the description of the API', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const found = await validator.validate(openApiDocument())
    expect(found).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('holds every call of the contract', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> }
    for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
      const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      expect(operation?.responses).toHaveProperty(String(endpoint.reply.status))
      expect(operation?.requestBody === undefined).toBe(endpoint.body === undefined)
      expect(operation?.security).toEqual(endpoint.session === 'none' ? [] : undefined)
    }
  })

  test('says what a body must be and which answers come back', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> }
    const login = paths['/auth/login']?.['post']
    expect(login?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      required: ['email', 'password'],
      properties: { password: { type: 'string', minLength: 8, maxLength: 128 } },
      additionalProperties: false,
    })
    expect(Object.keys(login?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '411', '413', '415', '429', '500', '503']),
    )
  })

  test('says which files a form takes, and which calls give one', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> }
    const form = paths['/auth/register/ServiceProvider']?.['post']?.requestBody?.content
    expect(form?.['multipart/form-data']).toMatchObject({
      schema: {
        required: expect.arrayContaining(['email', 'specialization', 'profileImg', 'resume']),
        properties: {
          email: { type: 'string' },
          workLicense: { contentMediaType: 'application/octet-stream' },
        },
      },
      encoding: { profileImg: { contentType: 'image/png, image/jpeg' } },
    })
    expect(form?.['multipart/form-data']?.schema).not.toMatchObject({
      required: expect.arrayContaining(['workLicense']),
    })
    const image = paths['/profile-images/{file}']?.['get']?.responses['200']
    expect(image).toMatchObject({
      content: { '*/*': { schema: { contentMediaType: 'application/octet-stream' } } },
    })
  })
})

describe('the reference page', () => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  test('loads files of our own alone, with nothing inline', async () => {
    const page = await fetch(`${server.origin}/api/docs`)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
    const html = await page.text()
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=/)
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(files).toHaveLength(3)
    for (const path of files) {
      const file = await fetch(server.origin + path)
      expect([path, file.status]).toEqual([path, 200])
      expect((await file.text()).length).toBeGreaterThan(50)
    }
  })

  test('reads the description where its start script says', async () => {
    const script = await (await fetch(`${server.origin}/api/docs/start.js`)).text()
    expect(script).toContain("url: '/api/openapi.json'")
    const description = await fetch(`${server.origin}/api/openapi.json`)
    expect(description.headers.get('content-encoding')).toBe('gzip')
    expect(await description.json()).toEqual(openApiDocument())
  })
})

test('the API describes itself to nobody where its description is off', async () => {
  const open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
  const server = await startTestServer(open.database, { production: true, apiDocs: false })
  for (const path of ['/api/docs', '/api/docs/start.js', '/api/openapi.json']) {
    const answer = await fetch(server.origin + path)
    expect([path, answer.status]).toEqual([path, 404])
  }
  await server.close()
  await open.drop()
})

interface Operation {
  readonly operationId: string
  readonly security?: unknown
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> }
  readonly responses: Record<string, unknown>
}
