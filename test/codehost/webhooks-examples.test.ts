import { expect, test } from 'bun:test'
import type definitions from '@octokit/webhooks-examples'
import { isSupportedEvent, readEvent } from '../../src/codehost/events.ts'

// Real payloads of github.com and GitHub Enterprise servers.
const hosts = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35']

async function readExamples(host: string) {
  const sent: { default: typeof definitions } = await import(`@octokit/webhooks-examples/${host}/index.json`)
  return sent.default.flatMap(({ name, examples }) =>
    isSupportedEvent(name) && name !== 'ping'
      ? examples.map((payload, index) => ({ host, name, index, payload }))
      : [],
  )
}

const examples = (await Promise.all(hosts.map(readExamples))).flat()

test.each(examples)('$name example $index of $host has a known shape', ({ name, payload }) => {
  expect(readEvent(name, payload).outcome).not.toBe('invalid')
})

test('the examples contain events that pass and events that are filtered', () => {
  const outcomes = examples.map(({ name, payload }) => `${name} ${readEvent(name, payload).outcome}`)
  expect([...new Set(outcomes)].sort()).toEqual([
    'pull_request filtered',
    'push filtered',
    'push processed',
    'release filtered',
    'release processed',
  ])
})
