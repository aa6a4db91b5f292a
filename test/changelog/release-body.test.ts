import { expect, test } from 'bun:test'
import { toReleaseBody } from '../../src/changelog/release-body.ts'

const bullets = (number: number, text = 'Fix') => Array.from({ length: number }, (_, at) => `- ${text} ${at}`)
const markdown = (fixes: string[], features: string[] = ['- Add exports']) =>
  `Summary.\n\n## More Updates\n\n### Features & Enhancements\n\n${features.join('\n')}\n\n### Bug Fixes\n\n${fixes.join('\n')}\n`

test('short lists stay unchanged, and the closing words come last', () => {
  expect(toReleaseBody({ markdown: markdown(['- Fix a']), closing: 'All changes.' })).toBe(
    `${markdown(['- Fix a'])}\nAll changes.\n`,
  )
})

test('more than 15 changes of a category are folded', () => {
  const many = bullets(16)
  expect(toReleaseBody({ markdown: markdown(many), closing: null })).toBe(
    `Summary.\n\n## More Updates\n\n### Features & Enhancements\n\n- Add exports\n\n<details>\n<summary>Bug Fixes (16)</summary>\n\n${many.join('\n')}\n\n</details>\n`,
  )
  expect(toReleaseBody({ markdown: markdown([], many), closing: null })).toContain(
    '<summary>Features &amp; Enhancements (16)</summary>',
  )
})

test('a highlight with the name of a category is not a list', () => {
  const text = 'Summary.\n\n## Highlights\n\n### Bug Fixes\n\nWords.\n'
  expect(toReleaseBody({ markdown: text, closing: null })).toBe(text)
})

test('a body is limited to 125,000 characters: the changes that do not fit are counted', () => {
  const body = toReleaseBody({
    markdown: markdown(bullets(2_000, 'x'.repeat(90))),
    closing: 'All changes.',
  })
  expect(body.length).toBeLessThanOrEqual(125_000)
  expect(body.length).toBeGreaterThan(124_000)
  const kept = body.match(/^- x/gm)?.length ?? 0
  expect(body).toContain(`<summary>Bug Fixes (2000)</summary>`)
  expect(body).toEndWith(`\n- And ${2_000 - kept} more.\n\n</details>\n\nAll changes.\n`)
})
