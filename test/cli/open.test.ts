import { expect, test } from 'bun:test'
import { open } from '../../src/cli/open.ts'

const url = 'http://127.0.0.1:1/app'

/** The command that opens an address; null if there is none. */
function opened(platform: NodeJS.Platform, env: Record<string, string>): string[] | null {
  let command: string[] | null = null
  const spawn = (words: string[]) => {
    command = words
    return { unref() {} }
  }
  open(url, { env, platform, spawn })
  return command
}

test('an address is opened with the program of the system, and not on a server without a screen', () => {
  expect(opened('linux', {})).toBeNull()
  expect(opened('linux', { DISPLAY: ':0' })).toEqual(['xdg-open', url])
  expect(opened('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', url])
  expect(opened('darwin', {})).toEqual(['open', url])
})

test('a system without that program opens nothing', () => {
  const spawn = () => {
    throw new Error('not found')
  }
  expect(() => open(url, { env: { DISPLAY: ':0' }, platform: 'linux', spawn })).not.toThrow()
})
