import type { Api } from '#contract/api.ts'
import type { CallInput } from '#contract/endpoint.ts'

/** A password that every rule lets pass. */
export const goodPassword = 'Right-Pass1!'

/** A picture of one pixel. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
/** As little of a PDF as is told from any other file. */
export const tinyPdf = Buffer.from('%PDF-1.4\n%%EOF\n')

/** A file part of an upload. */
export function filePart(content: Uint8Array<ArrayBuffer> | string, name = 'file'): File {
  return new File([content], name)
}

/** A whole registration that every rule lets pass; `given` overrides any field. */
export function registration(given: Parameters<typeof registrationFields>[0] = {}) {
  return { body: registrationFields(given), files: { profileImg: filePart(tinyPng, 'me.png') } }
}

/** The same of a care provider, with the papers. */
export function providerRegistration(given: Parameters<typeof registrationFields>[0] = {}) {
  const { body, files } = registration({ birthDate: '1990-05-05', ...given })
  return {
    body: { ...body, specialization: 'Psychotherapist' as const },
    files: { ...files, resume: filePart(tinyPdf, 'cv.pdf') },
  }
}

/** The fields of a registration that every rule lets pass; `given` overrides any of them. */
export function registrationFields(
  given: Partial<CallInput<Api['registerAdolescent']>['body']> = {},
): CallInput<Api['registerAdolescent']>['body'] {
  return {
    email: 'new.person@example.org',
    username: 'new.person',
    password: goodPassword,
    confirmPassword: goodPassword,
    firstname: 'New',
    lastname: 'Person',
    birthDate: '2010-05-05',
    gender: 'Female',
    country: 'Egypt',
    state: 'Giza',
    phoneNumber: '+20 0123 456 7890',
    ...given,
  }
}
