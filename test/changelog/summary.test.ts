import { describe, expect, test } from 'bun:test'
import type { Tone } from '../../src/changelog/tone.ts'
import { countWords } from '../../src/text/line.ts'
import { commit, line, written } from './activities.ts'
import { readBack } from './read-back.ts'

const tones: Tone[] = ['Conversational', 'Professional', 'Casual', 'Formal']
const busy = line(
  'feat: add saved searches to the list of customers (#14)',
  'fix: keep the draft of a comment when the session ends (#15)',
  'feat(billing): support invoices in several currencies at once (#16)',
  'fix(billing): round the tax of each line as the law asks (#17)',
  'feat: add streaming exports to the reports page (#1)',
  'fix: reject forged webhooks from unknown senders (#2)',
  'feat!: drop support for version one of the API (#3)',
  'fix: stop a crash when the queue is empty (#4)',
  'perf: speed up the list of deliveries with an index (#5)',
  'fix: show dates in the time zone of the reader (#6)',
  'fix: align the buttons of the settings page (#7)',
  'feat: improve the error messages of the import page (#8)',
  'build: publish images for arm64 machines (#9)',
  'docs: add a guide for hosting it yourself (#10)',
  'refactor: replace the storage layer of the queue (#11)',
  'chore(deps): bump lodash from 4.17.20 to 4.17.21 (#12)',
  'docs: fix typo (#13)',
)
const summaryOf = (...given: Parameters<typeof written>) => readBack(written(...given).markdown).summary

describe.each(tones)('in the tone %s', (tone) => {
  const summary = summaryOf(busy, {}, { tone, name: 'Courier' })

  test('it has 20 to 60 words, in one to three sentences', () => {
    expect(countWords(summary)).toBeGreaterThanOrEqual(20)
    expect(countWords(summary)).toBeLessThanOrEqual(60)
    expect(summary.match(/[.!?](?= |$)/g)?.length).toBeLessThanOrEqual(3)
  })

  test('it states three changes: what is new, what breaks and what is safer', () => {
    const facts = ['adds streaming exports', 'rejects forged webhooks', 'drops support']
    for (const fact of facts) expect(summary).toContain(fact)
    expect(summary).not.toMatch(/reliab|crash|speeds up|time zone|In billing/)
  })

  test('it asks readers to check breaking changes', () => {
    expect(summary).toMatch(/before (?:you )?upgrad(?:e|ing): it drops support/i)
  })
})

test('every tone has its own words', () => {
  expect(new Set(tones.map((tone) => summaryOf(busy, {}, { tone }))).size).toBe(tones.length)
})

test('it is short when there are few changes', () => {
  expect(summaryOf(line('feat: add dark mode'), {}, { name: 'Courier' })).toBe(
    'This update of Courier adds dark mode.',
  )
})

test('it has at most 60 words even with long titles', () => {
  const long = line(...Array.from({ length: 12 }, (_, index) => `feat: add ${index} ${'of it '.repeat(7)}`))
  for (const tone of tones) expect(countWords(summaryOf(long, {}, { tone }))).toBeLessThanOrEqual(60)
})

test('it counts no categories and quotes no titles', () => {
  const quoting = line('feat: add dark mode', 'feat: add "go back" to the menu')
  expect(summaryOf(quoting)).toBe('This update of App adds dark mode.')
  expect(summaryOf(line('Streaming exports', 'Audit entries'))).toBe(
    'This update of App brings enhancements.',
  )
})

test('a fix is not called reliability, and a verb without an object is not part of it', () => {
  expect(summaryOf(line('fix: show dates in the zone of the reader', 'fix(page): translate'))).toBe(
    'This update of App shows dates in the zone of the reader.',
  )
})

describe('most titles in another language get a summary in that language, with exact numbers:', () => {
  test.each([
    ['App: новые возможности: 2, исправления: 1.', ['Добавить тёмную тему', 'Исправить экспорт отчётов']],
    ['App：新功能与改进 2 项，问题修复 1 项。', ['新增深色模式', '修复导出错误']],
    ['App：新機能・改善 2 件、不具合の修正 1 件。', ['ダークモードを追加', 'エクスポートの不具合を修正']],
    [
      'App: Neuerungen: 2, Fehlerbehebungen: 1.',
      ['Neue Ansicht für die Liste der Nutzer', 'Behebt den Fehler beim Export der Liste'],
    ],
  ])('%s', (summary, titles) => {
    expect(summaryOf(line('feat: add rows', ...titles))).toBe(summary)
  })

  test('a language without phrases gets the kinds of change in English, without its titles', () => {
    expect(summaryOf(line('เพิ่มโหมดมืด', 'เพิ่มการส่งออกข้อมูล'))).toMatch(/^This update of App brings [a-z ]+\.$/)
  })
})

test('a clause with a list has a sentence of its own', () => {
  const titles = line(
    'feat: count visits of crawlers, agents and people',
    'feat: suggest prompts from searches',
  )
  expect(summaryOf(titles)).toBe(
    'This update of App suggests prompts from searches. It also counts visits of crawlers, agents and people.',
  )
})

test('a clause that does not say where it applies comes after those that do', () => {
  const clear = ['feat: support tabs in tables', 'feat: show totals of rows', 'feat: count visits by day']
  const summary = summaryOf(line('feat(page): add a wide and very readable search', ...clear))
  expect(summary).not.toContain('wide')
  expect(summaryOf(line('feat(page): add a wide search'))).toContain('adds a wide search')
})

test('the product keeps its own spelling at the start of a sentence', () => {
  expect(summaryOf(line('feat: add dark mode'), { to: 'v1.8.0' }, { name: 'jq' })).toBe(
    'jq 1.8.0 adds dark mode.',
  )
})

test('a security fix whose title names no vulnerability is counted', () => {
  const { markdown } = written(line('feat: add exports', 'security(cors): use `split` for headers'))
  expect(markdown).toContain('On the security side, it has one fix.')
})

test('a security fix that only the second part of its title names is counted', () => {
  const title =
    'Simplify errors of invalid editable requirements, and redact credentials in the URLs of requirements'
  const { markdown } = written(line('feat: add exports', title))
  expect(markdown).toContain('On the security side, it has one fix.')
})

test('the summary of a long list says how many changes of each kind there are', () => {
  const many = Array.from({ length: 40 }, (_, at) => `fix: keep row ${at} in place (#${at + 30})`)
  const summary = summaryOf(line('feat: add tabs', 'perf: speed up the list', ...many))
  expect(summary).toEndWith(' In total: 1 enhancement, 40 bug fixes and 1 performance improvement.')
  expect(summaryOf(busy)).not.toContain('In total')
  const security = Array.from({ length: 40 }, (_, at) => `security: reject forged row ${at} (#${at + 30})`)
  expect(summaryOf(line(...security))).not.toContain('In total')
})

test('titles with many Latin names in a language without spaces get a summary in that language', () => {
  const titles = [
    'Excel07SaxReader中增加精度判断',
    '新增FileUtil.getTotalLines支持CR换行',
    '修复MailUtil发送html邮件',
  ]
  expect(summaryOf(line(...titles))).toContain('新功能与改进 2 项')
})

test('a statement that begins with a plural noun is not part of the summary as a verb', () => {
  const { markdown } = written(line('feat: Visits by crawlers are counted', 'feat: add themes'))
  expect(markdown).not.toContain('visits by')
  expect(markdown).toContain('adds themes')
})

test('the warning names what breaks, also if it is the second part of the title', () => {
  const { markdown } = written(
    line('feat: add themes', 'dep: add native Ruby 4 support, drop Ruby 3.1 support'),
  )
  expect(markdown).toContain('drops Ruby 3.1 support')
  expect(markdown).not.toContain('adds native Ruby 4')
})

test('a name with capitals inside is no verb', () => {
  const { markdown } = written(line('ReDoS in the `parse` method', 'feat: add tabs'))
  expect(markdown).toContain('On the security side, it has one fix.')
})

test('a rough summary names each area once, and counts a single change', () => {
  const paths = { paths: ['src/watch.ts'] }
  const several = ["inotify, windows: Don't rename siblings", "inotify: Don't remove siblings"]
  const { markdown } = written(several.map((title, at) => commit(`c${at}`, title, paths)))
  expect(markdown).toStartWith('This update of App brings bug fixes, mainly in inotify and windows.')
  expect(written(line('security: attr filter uses the getter')).markdown).toContain(
    'brings one security fix.',
  )
})
