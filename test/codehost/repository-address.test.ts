import { describe, expect, test } from 'bun:test'
import { readRepositoryAddress, webHostOf } from '../../src/codehost/repository-address.ts'

const github = 'https://api.github.com'
const enterprise = 'https://code.acme.dev:8443/api/v3'
const app = { owner: 'acme', name: 'app' }

test.each([
  [github, 'github.com'],
  ['https://api.acme.ghe.com', 'acme.ghe.com'],
  [enterprise, 'code.acme.dev:8443'],
  ['https://api.acme.dev/api/v3', 'api.acme.dev'],
])('the pages of the API %s are at %s', (apiUrl, host) => {
  expect(webHostOf(apiUrl)).toBe(host)
})

describe('a repository is read from', () => {
  test.each([
    'acme/app',
    ' acme/app ',
    'acme/app.git',
    'github.com/acme/app',
    'https://github.com/acme/app',
    'https://GitHub.com/acme/app/',
    'https://github.com:443/acme/app',
    'https://github.com/acme/app.git',
    'https://github.com/acme/app/pull/7?diff=split#top',
    'git@github.com:acme/app.git',
    'ssh://git@github.com/acme/app.git',
    'ssh://git@github.com:22/acme/app',
  ])('%s', (text) => {
    expect(readRepositoryAddress(text, github)).toEqual(app)
  })

  test.each([
    'acme/app',
    'https://code.acme.dev:8443/acme/app/tree/main',
    'code.acme.dev:8443/acme/app',
    'git@code.acme.dev:acme/app.git',
    'ssh://git@code.acme.dev:2222/acme/app.git',
  ])('%s, at an enterprise server', (text) => {
    expect(readRepositoryAddress(text, enterprise)).toEqual(app)
  })

  test('its name with dots and dashes', () => {
    expect(readRepositoryAddress('https://github.com/acme-inc/next.js', github)).toEqual({
      owner: 'acme-inc',
      name: 'next.js',
    })
  })
})

test.each([
  ...['', 'acme', 'acme/', '/app', 'acme/app/pulls', 'https://github.com/acme', 'acme app/x', '../..'],
  ...['https://gitlab.com/acme/rocket', 'gitlab.com/acme/rocket', 'git@gitlab.com:acme/rocket.git'],
  ...['ssh://git@gitlab.com/acme/rocket', 'https://github.com.evil.test/acme/app'],
  ...['https://github.com@evil.test/acme/app', 'https://evil.test\\@github.com/acme/app'],
  ...['https://user:token@github.com/acme/app', 'https://token@github.com/acme/app'],
  ...['https://github.com:8443/acme/app', 'http://github.com/acme/app', 'ftp://github.com/acme/app'],
  ...['https://code.acme.dev:8443/acme/app', 'https://www.github.com/acme/app', 'file:///acme/app'],
  ...['git@github.com:acme/app/pulls', 'https://github.com/../acme'],
])('"%s" is not a repository of github.com', (text) => {
  expect(readRepositoryAddress(text, github)).toBeNull()
})

test('an enterprise server is not asked for a repository of github.com', () => {
  expect(readRepositoryAddress('https://github.com/acme/app', enterprise)).toBeNull()
  expect(readRepositoryAddress('https://code.acme.dev/acme/app', enterprise)).toBeNull()
})
