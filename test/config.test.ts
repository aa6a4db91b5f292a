import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, serverUrl, variables } from '../src/config.ts'
import { cleanUp, temporaryFolder } from './support/process.ts'

afterAll(cleanUp)

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s is asked at %s', (host, url) => {
  expect(serverUrl(host, 3000)).toBe(url)
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535, not "abc".'],
  [{ BASE_URL: 'nonsense' }, 'BASE_URL must be an http or https URL, not "nonsense".'],
  [{ DATABASE_URL: '/srv/herald.db' }, 'DATABASE_URL must be a URL; for this file use file:/srv/herald.db.'],
  [{ DATABASE_URL: 'herald.db' }, 'DATABASE_URL must be a URL; for this file use file:herald.db.'],
  [
    { DATABASE_URL: 'postgres://ana:secret@db/herald' },
    'DATABASE_URL must be a file (file:PATH) or a libSQL server (libsql:, http:, https:, ws:, wss:); postgres: is not supported.',
  ],
  [
    { DATABASE_READ_URL: 'file:replica.db' },
    'DATABASE_READ_URL must be the URL of a libSQL server (libsql:, http:, https:, ws:, wss:).',
  ],
  [
    { DATABASE_READ_URL: 'ws://replica:8080', DATABASE_URL: 'file:herald.db' },
    'DATABASE_READ_URL needs a DATABASE_URL that is a libSQL server.',
  ],
  [
    { TRUST_PROXY: 'maybe' },
    'TRUST_PROXY must be a number of proxies from 0 to 99, or true or false, not "maybe".',
  ],
  [
    { OIDC_ISSUER: 'id.acme.test', OIDC_CLIENT_ID: 'a' },
    'OIDC_ISSUER must be an http or https URL, not "id.acme.test".',
  ],
  [
    { CORS_ORIGINS: 'https://app.acme.test,https://acme.test/app' },
    'CORS_ORIGINS must be origins such as https://app.example.com, not "https://acme.test/app".',
  ],
  [{ TRAFFIC_RANGES: 'yes' }, 'TRAFFIC_RANGES must be auto or an http or https URL, not "yes".'],
  [{ BASE_PATH: 'herald' }, 'BASE_PATH must be a path such as /herald, not "herald".'],
  [{ BASE_PATH: '/a/../b' }, 'BASE_PATH must be a path such as /herald, not "/a/../b".'],
  [
    { BASE_PATH: '/app' },
    'BASE_PATH cannot begin with /app: Herald uses this path itself. Choose another path.',
  ],
  [
    { APP_URL: 'https://acme.test/herald/' },
    'APP_URL has the path /herald, but BASE_PATH is not set. Set BASE_PATH=/herald.',
  ],
  [
    { BASE_URL: 'https://acme.test/api', BASE_PATH: '/herald' },
    'BASE_URL has the path /api, but BASE_PATH is /herald. Set BASE_PATH=/api.',
  ],
  [{ OIDC_ISSUER: 'https://id.acme.test' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID: set both or neither.'],
  [{ OIDC_CLIENT_ID: 'herald' }, 'OIDC_CLIENT_ID needs OIDC_ISSUER: set both or neither.'],
])('%p is refused with a sentence that names the variable', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each([
  ['https://acme.test', '/herald'],
  ['https://acme.test/herald', '/herald'],
  ['https://acme.test/herald/', '/herald/'],
])('%s with the base path %s is one address', (url, BASE_PATH) => {
  const { basePath, appUrl, baseUrl } = readConfig({ APP_URL: url, BASE_URL: url, BASE_PATH })
  expect([basePath, appUrl, baseUrl]).toEqual([
    '/herald',
    'https://acme.test/herald',
    'https://acme.test/herald',
  ])
  expect(readConfig({ BASE_PATH, PORT: '81' }).appUrl).toBe('http://localhost:81/herald')
})

test('an issuer is compared with its exact URL, a final slash included', () => {
  const env = { OIDC_ISSUER: 'https://id.acme.test/o/herald/', OIDC_CLIENT_ID: 'herald' }
  expect(readConfig(env).oidc).toEqual({
    issuer: 'https://id.acme.test/o/herald/',
    clientId: 'herald',
    clientSecret: null,
    label: 'single sign-on',
  })
  expect(readConfig({}).oidc).toBeNull()
})

describe('a secret in a file', () => {
  const write = (text: string) => {
    const path = join(temporaryFolder(), 'secret')
    writeFileSync(path, text)
    return path
  }

  test.each([
    ['SECRET_KEY', 'secretKey'],
    ['GITHUB_TOKEN', 'githubToken'],
    ['DATABASE_AUTH_TOKEN', 'databaseAuthToken'],
    ['OPENAI_API_KEY', 'openaiApiKey'],
  ] as const)('is read for %s, its last line break left out', (name, field) => {
    expect(readConfig({ [`${name}_FILE`]: write('s3cret\n') })[field]).toBe('s3cret')
  })

  test('is possible for every secret variable and for no other', () => {
    for (const [name, variable] of Object.entries(variables)) {
      const read = () => readConfig({ [`${name}_FILE`]: '/nowhere/to/be/found' })
      if ('secret' in variable)
        expect(read).toThrow(`${name}_FILE cannot be read: there is no file /nowhere/to/be/found.`)
      else expect({ ...read(), readSecret: null }).toEqual({ ...readConfig({}), readSecret: null })
    }
  })

  test('is possible for the keys of engines, whose variables the catalog names', () => {
    const { readSecret } = readConfig({
      ACME_KEY_FILE: write('s3cret\n'),
      OTHER_KEY: ' open ',
      EMPTY_KEY: ' ',
    })
    expect(['ACME_KEY', 'OTHER_KEY', 'EMPTY_KEY', 'NO_KEY'].map(readSecret)).toEqual([
      's3cret',
      'open',
      null,
      null,
    ])
  })

  test('may be a credential that systemd passes, unless the environment has the secret', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'herald_SECRET_KEY'), 's3cret\n')
    const env = { CREDENTIALS_DIRECTORY: folder }
    expect([readConfig(env).secretKey, readConfig(env).githubToken]).toEqual(['s3cret', null])
    expect(readConfig({ ...env, SECRET_KEY: 'own' }).secretKey).toBe('own')
  })

  test('is given instead of the secret, not in addition', () => {
    expect(() => readConfig({ SECRET_KEY: 'a', SECRET_KEY_FILE: write('b') })).toThrow(
      'Set SECRET_KEY or SECRET_KEY_FILE, not both.',
    )
  })

  test('must not be empty', () => {
    const path = write(' \n')
    expect(() => readConfig({ SECRET_KEY_FILE: path })).toThrow(`SECRET_KEY_FILE is an empty file: ${path}.`)
  })
})
